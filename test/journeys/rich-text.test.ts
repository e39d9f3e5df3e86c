// @module-tag full
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sanitizeHtml } from '../../src/cms/rich-text/clean.server.ts';
import { fill, openEditor, paste, textOf, told } from './helpers/editor-page.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { focused, moveCaret, sidewaysScroll, soon } from './helpers/page.ts';
import { fromElsewhere, fromFacebook, fromGoogleDocs, fromWord } from './helpers/pasted.ts';

const editor = openEditor();
const picture = `/media/${'0123456789'.repeat(4)}.webp`;
const rel = 'rel="noopener noreferrer nofollow ugc"';

describe('What is saved, loaded and saved again is the same', () => {
  /** Through the editor, which must write it anew: a changed text is written, an unchanged one is not. */
  async function through(page: Page, html: string): Promise<string> {
    await fill(page, html);
    await moveCaret(textOf(page), 'Control+Home');
    await page.keyboard.press('Alt+F10');
    return page.evaluate(() => {
      const { editor } = document.querySelector('[role="textbox"]') as unknown as {
        editor: {
          state: {
            tr: { insert: (at: number, node: unknown) => unknown };
            schema: { node: (...of: unknown[]) => unknown; text: (text: string) => unknown };
          };
          view: { dispatch: (tr: unknown) => void };
        };
      };
      const { state, view } = editor;
      view.dispatch(state.tr.insert(0, state.schema.node('paragraph', null, [state.schema.text('Ω')])));
      window.dispatchEvent(new Event('pagehide'));
      return (window.told.at(-1) ?? '').replace('<p>Ω</p>', '');
    });
  }

  test('to the letter, for everything that the editor makes', async () => {
    const page = await editor.open();
    for (const html of made) {
      expect(await through(page, html)).toBe(html);
      expect(sanitizeHtml(html), 'what the server keeps').toEqual({ html });
    }
  });

  test('after the first time, for everything else that the server keeps', async () => {
    const page = await editor.open();
    for (const html of kept) {
      const once = await through(page, html);
      expect(await through(page, once)).toBe(once);
      expect(sanitizeHtml(once), 'what the server keeps').toEqual({ html: once });
    }
  });

  const made = [
    '<p>এক <strong>দুই</strong> <em>তিন</em> <u>চার</u> <s>পাঁচ</s> <code>ছয়</code></p>'.normalize('NFC'),
    '<p>H<sub>2</sub>O, ১<sup>ম</sup></p>',
    '<h2>শিরোনাম</h2><h3 class="align-center">ক</h3><h4>খ</h4>',
    '<p class="align-center">মাঝে</p><p class="align-right">ডানে</p>',
    '<pre><code>if (a &lt; b) {\n    c &amp;&amp; d;\n}</code></pre>',
    '<blockquote><p>উদ্ধৃতি</p><p>দুই</p></blockquote>',
    '<ul><li>এক</li><li>দুই<ul><li>তিন<ol><li>চার</li></ol></li></ul></li></ul><ol start="3"><li><p>ক</p><p>খ</p></li></ol>',
    `<p><a href="https://example.com/?a=1&amp;b=2" ${rel}>লিংক</a> <a href="mailto:a@b.bd" ${rel}><strong>মেইল</strong></a> <a href="tel:+8801711000000" ${rel}><code>ফোন</code></a> <a href="/features">পথ</a></p>`,
    '<table><caption>নাম</caption><thead><tr><th>ক</th><th>খ</th></tr></thead><tbody><tr><td colspan="2">৩</td></tr><tr><td class="align-right">১</td><td><p>২</p><p>৩</p></td></tr></tbody></table>',
    '<p class="align-right" dir="rtl">قل (১)</p><ul dir="rtl"><li>ا</li></ul><table dir="rtl"><tbody><tr><td>ا</td></tr></tbody></table><ol start="3" type="a"><li>ক</li></ol>',
    '<table class="status-table"><caption>নাম | দিন</caption><tbody><tr><td>উপস্থিত</td></tr></tbody></table>',
    '<table><tbody><tr><th rowspan="2">ক</th><th>খ</th></tr><tr><td>গ</td></tr></tbody></table>',
    '<p>এক<br />দুই</p><hr /><p></p><p>তিন</p>',
    `<figure class="align-center"><img src="${picture}" alt="ছবি &quot;ক&quot;" width="640" height="480" /><figcaption>একটি <strong>ছবি</strong></figcaption></figure><figure><img src="${picture}" alt="" /></figure>`,
    `<p>লেখা <img src="${picture}" alt="ক" width="20" height="20" /> লেখা</p>`,
    '<div data-youtube="dQw4w9WgXcQ"></div><p>পরে</p>',
    '<p><span class="colour-red">লাল</span> a\u00a0 b &lt;c&gt; "d"</p>',
  ];
  const kept = [
    '<p>\u09df</p>\n<p>y</p>',
    `<img src="${picture}" alt="" /><p>x</p>`,
    '<figure><p>নয়</p><figcaption>শুধু</figcaption></figure>',
    '<p class="align-justify">ক</p>',
    '<pre>শুধু\n  দুই</pre>',
    '<em><strong>ক</strong></em>',
    '<table><colgroup><col /></colgroup><tfoot><tr><td>পা</td><td></td></tr></tfoot></table>',
    '<li>একা</li><td>x</td>',
    '<p>  lead   and   trail  </p>',
    '<ul><li><h3>শি</h3>ক</li></ul>',
    '<table><tbody><tr><td rowspan="5">a</td></tr><tr><td>b</td></tr></tbody></table>',
  ];
});

describe('What is pasted', () => {
  test.each([
    [
      'from Word',
      fromWord,
      '<h2>শিরোনাম</h2><p class="align-center"><strong>মোটা</strong></p><ul><li>এক<ul><li>এক-ক</li></ul></li><li>দুই</li></ul><ol><li>প্রথম</li></ol><table><tbody><tr><td colspan="2">ক</td></tr><tr><td>খ</td><td>গ</td></tr></tbody></table>',
    ],
    [
      'from Google Docs',
      fromGoogleDocs,
      `<h2>শিরোনাম</h2><p>সাধারণ <strong><em><u>সব</u></em></strong> <a href="https://example.com/" ${rel}>লিংক</a></p><ul><li>এক<ul><li>ভিতরে</li></ul></li></ul><p class="align-center"><s>কাটা</s></p>`,
    ],
    ['from a page that means no good', fromElsewhere, '<p>এক<br />দুই</p><p>খারাপ</p>'],
    [
      'from a page that says it were this editor',
      fromElsewhere.replace('<div ', '<div data-pm-slice="0 0 []" '),
      '<p>এক<br />দুই</p><p>খারাপ</p>',
    ],
  ])('%s keeps its sense and loses the rest', async (_from, html, expected) => {
    const page = await editor.open();
    await textOf(page).click();
    await paste(page, html);
    await soon(() => told(page)).toBe(expected);
    expect(sanitizeHtml(expected)).toEqual({ html: expected });
    expect(await page.getByText('One picture stays where it was copied from.').count()).toBe(1);
  });
});

test('Facebook’s emoji are pasted as signs, and its links without the detour by which it counts', async () => {
  const page = await editor.open();
  await textOf(page).click();
  await paste(page, fromFacebook);
  await soon(() => told(page)).toBe(
    `<p>ভর্তি চলছে 🎉❤️ <a href="https://example.com/form?a=1" ${rel}>ফরম</a> m<sup>2</sup></p>`,
  );
  expect(await page.getByText('stays where it was copied from').count()).toBe(0);
});

test('Letters are raised by a key', async () => {
  const page = await editor.open();
  await textOf(page).click();
  await page.keyboard.type('m');
  await page.keyboard.press('Control+.');
  await page.keyboard.type('2');
  await soon(() => told(page)).toBe('<p>m<sup>2</sup></p>');
});

test('Text in Bijoy is offered as Unicode only as long as it stands there', async () => {
  const page = await editor.open();
  const offer = page.getByText('This looks like Bijoy text.');
  for (const leave of [() => fill(page, '<p>আরেকটি লেখা</p>'), () => page.keyboard.press('Control+z')]) {
    await textOf(page).click();
    await paste(page, '<p>Avgvi †mvbvi evsjv, Avwg †Zvgvq fvjevwm</p>');
    await offer.waitFor();
    await leave();
    await soon(() => offer.count()).toBe(0);
  }
});

test('What is copied in the editor is pasted as it was', async () => {
  const html = '<p class="align-center"><span class="colour-red">লাল</span></p><p></p><ul><li>এক</li></ul>';
  const page = await editor.open({ html });
  await textOf(page).focus();
  await page.keyboard.press('Control+a');
  const copied = await textOf(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/html');
  });
  expect(copied).toContain('data-pm-slice=');
  await page.keyboard.press('Delete');
  await soon(() => told(page)).toBe('');
  await paste(page, copied);
  await soon(() => told(page)).toBe(html);
});

describe('By keyboard alone', () => {
  test('the toolbar is one stop, Tab indents, and Escape opens the way out', async () => {
    const page = await editor.open({ html: '<p>এক</p>' });
    await page.getByRole('button', { name: 'Before' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Undo (Ctrl+Z)');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'More formatting' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    expect(await textOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('।');
    await page.keyboard.press('Tab');
    await soon(() => told(page)).toBe(`<p>এক।${'\u00a0'.repeat(4)}</p>`);
    await page.keyboard.press('Escape');
    await page.getByText('Press Tab to leave the text.').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Submit');
  });

  test('in a list Tab goes a level down, Shift and Tab up again', async () => {
    const page = await editor.open();
    await textOf(page).focus();
    await page.keyboard.type('- এক');
    await page.keyboard.press('Enter');
    await page.keyboard.type('দুই');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('তিন');
    await page.keyboard.press('Shift+Tab');
    await soon(() => told(page)).toBe('<ul><li>এক<ul><li>দুই</li></ul></li><li>তিন</li></ul>');
  });

  test('a style is chosen in its menu, and the focus is back in the text', async () => {
    const page = await editor.open({ html: '<p>এক</p>' });
    await textOf(page).focus();
    await page.getByRole('button', { name: 'Text style' }).focus();
    await page.keyboard.press('ArrowDown');
    await soon(() => focused(page)).toBe('Text');
    await page.keyboard.press('ArrowDown');
    await soon(() => focused(page)).toBe('Heading 2');
    await page.keyboard.press('Enter');
    await soon(() => told(page)).toBe('<h2>এক</h2>');
    await textOf(page).and(page.locator(':focus')).waitFor();
  });
});

describe('With the form around it', () => {
  test('what was typed last is there when the form is sent', async () => {
    const page = await editor.open({ html: '<p>এক</p>' });
    await textOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    expect(await page.evaluate(() => window.sent)).toEqual(['<p>এক!</p>']);
  });

  test('undo leads back to what the form had, and never into another record', async () => {
    const page = await editor.open({ html: '<ul><li>প্রথম</li></ul>' });
    await fill(page, '<p>দ্বিতীয়</p>\n');
    await textOf(page).focus();
    await page.keyboard.type('ক');
    await soon(() => told(page)).toBe('<p>কদ্বিতীয়</p>'.normalize('NFC'));
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z');
    await soon(() => told(page)).toBe('<p>দ্বিতীয়</p>\n');
  });

  test('a link takes addresses that are safe, and sending its dialog does not send the form', async () => {
    const page = await editor.open();
    await textOf(page).focus();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Address').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an address that begins with https').waitFor();
    await page.getByLabel('Address').fill('example.com/a');
    await page.getByLabel('Text shown').fill('উদাহরণ');
    await page.keyboard.press('Enter');
    await textOf(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' পরে');
    await soon(() => told(page)).toBe(`<p><a href="https://example.com/a" ${rel}>উদাহরণ</a> পরে</p>`);
    expect(await page.evaluate(() => window.sent)).toEqual([]);
  });

  test('pictures are asked what they show, and stand one behind the other', async () => {
    const page = await editor.open();
    const buffer = await sharp({ create: { width: 160, height: 90, channels: 3, background: '#c84119' } })
      .png()
      .toBuffer();
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer });
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const chooser = await choosing;
    await chooser.setFiles([file('a.png'), { ...file('b.png'), buffer: Buffer.from('no') }, file('c.png')]);
    for (const alt of ['এক', 'দুই']) {
      await page.getByRole('dialog').locator('img').waitFor();
      await page.getByLabel('What it shows').fill(alt);
      await page.keyboard.press('Enter');
    }
    await page.getByText('b.png: This file is not a picture').waitFor();
    await textOf(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ক্যাপশন');
    const src = `data:image/png;base64,${buffer.toString('base64')}`;
    await soon(() => told(page)).toBe(
      `<figure><img src="${src}" alt="এক" width="160" height="90" /></figure><figure><img src="${src}" alt="দুই" width="160" height="90" /><figcaption>ক্যাপশন</figcaption></figure>`,
    );
  });
});

test.each([
  { theme: 'light', width: 1000 },
  { theme: 'dark', width: 390 },
])('In $theme colours at $width px nothing stands in the way of anyone', async (look) => {
  const html =
    '<h2>কেন</h2><p><a href="/x">এক</a> <em>দুই</em></p><table><tbody><tr><th>ক</th><td>খ</td></tr></tbody></table>';
  const page = await editor.open({ ...look, html });
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'More formatting' }).click();
  await page.getByRole('menu').waitFor();
  expect(await faultsOf(page, '[role=menu]')).toEqual([]);
});
