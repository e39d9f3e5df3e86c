import { expect, test } from 'vitest';
import { prepareRichText } from './rich-content.tsx';

test('headings go on from the one that they stand under', () => {
  const html = '<h2 class="align-center">ক</h2><h3>খ</h3><h4>গ</h4><hr>';
  expect(prepareRichText(html, 1)).toBe(
    '<h2 data-level="2" class="align-center">ক</h2><h3 data-level="3">খ</h3><h4 data-level="4">গ</h4><hr>',
  );
  expect(prepareRichText(html, 3)).toBe(
    '<h4 data-level="2" class="align-center">ক</h4><h5 data-level="3">খ</h5><h6 data-level="4">গ</h6><hr>',
  );
});

test('no level is left out, whatever was written', () => {
  expect(prepareRichText('<h3>ক</h3><h4>খ</h4><h3>গ</h3>', 1)).toBe(
    '<h2 data-level="3">ক</h2><h3 data-level="4">খ</h3><h2 data-level="3">গ</h2>',
  );
  expect(prepareRichText('<h4>ক</h4><h2>খ</h2><h4>গ</h4>', 2)).toBe(
    '<h3 data-level="4">ক</h3><h3 data-level="2">খ</h3><h4 data-level="4">গ</h4>',
  );
});

test('a table and code can be scrolled by keyboard', () => {
  expect(prepareRichText('<table><tbody></tbody></table><pre><code>x</code></pre>', 1)).toBe(
    '<div class="rich-table" role="group" tabindex="0" aria-label="সারণি"><table><tbody></tbody></table></div><pre tabindex="0"><code>x</code></pre>',
  );
});

test('a status table tells its states by colour, and stands as its heading and its columns ask for', () => {
  const html =
    '<table class="status-table"><caption>সপ্তম শ্রেণি | সোমবার</caption><thead><tr><th>রোল</th><th>নাম</th><th>আজ</th><th>মাসে</th></tr></thead><tbody><tr><td>১</td><td><strong>আয়েশা</strong></td><td>উপস্থিত</td><td>৯৮%</td></tr><tr><td>২</td><td>তানভীর</td><td>অনুপস্থিত</td><td class="align-center">৮৬%</td></tr></tbody></table>';
  expect(prepareRichText(html.normalize('NFC'), 1)).toBe(
    '<div class="rich-table" role="group" tabindex="0" aria-label="সারণি"><table class="status-table"><caption><b>সপ্তম শ্রেণি</b><span>সোমবার</span></caption><thead><tr><th>রোল</th><th>নাম</th><th class="align-center">আজ</th><th class="align-right">মাসে</th></tr></thead><tbody><tr><td>১</td><td><strong>আয়েশা</strong></td><td class="align-center status-good">উপস্থিত</td><td class="align-right">৯৮%</td></tr><tr><td>২</td><td>তানভীর</td><td class="align-center status-bad">অনুপস্থিত</td><td class="align-center">৮৬%</td></tr></tbody></table></div>'.normalize(
      'NFC',
    ),
  );
});

test('a status table with merged cells keeps its columns as they are', () => {
  const html = '<table class="status-table"><tbody><tr><td colspan="2">ক</td><td>উপস্থিত</td></tr></tbody></table>';
  expect(prepareRichText(html, 1)).toContain('<td colspan="2">ক</td><td class="status-good">উপস্থিত</td>');
});

test('a picture always has an alternative text, and comes when it is near', () => {
  expect(prepareRichText('<img src="/media/a.webp" /><img src="/media/b.webp" alt="ভর্তি" width="9" />', 1)).toBe(
    '<img src="/media/a.webp" alt="" loading="lazy" decoding="async"><img src="/media/b.webp" alt="ভর্তি" width="9" loading="lazy" decoding="async">',
  );
});

test('a film is a link', () => {
  expect(prepareRichText('<div data-youtube="prangon0001"></div>', 1)).toContain(
    'href="https://www.youtube.com/watch?v=prangon0001"',
  );
});

test('what only looks like a tag stays text', () => {
  const html = '<p>&lt;table&gt; &lt;div data-youtube="prangon0001"&gt;</p>';
  expect(prepareRichText(html, 2)).toBe(html);
});

test('a text with Arabic finds the direction of each block that tells none', () => {
  const html =
    '<p dir="rtl">قل (১)</p><p class="align-right">বাংলা</p><ul><li>ا</li></ul><table dir="rtl"><tbody><tr><td>ا</td></tr></tbody></table>';
  const shown = prepareRichText(html, 1);
  expect(shown).toContain('<p dir="rtl">قل');
  expect(shown).toContain('<p dir="auto" class="align-right">বাংলা</p><ul><li dir="auto">ا</li></ul>');
  expect(shown).toContain('tabindex="0" aria-label="সারণি"><table dir="rtl"><tbody><tr><td dir="auto">ا</td>');
  expect(prepareRichText('<p>বাংলা</p>', 1)).toBe('<p>বাংলা</p>');
});
