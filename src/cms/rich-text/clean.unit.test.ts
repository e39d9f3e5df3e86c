import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileHtml } from '../../../test/helpers/hostile-html.ts';
import { sanitizeHtml } from './clean.server.ts';

const attributesOf: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:[^/]|tel:[^/]|\/(?![/\\]))/i,
  rel: /^noopener noreferrer nofollow ugc$/,
  src: /^\/media\/[0-9a-f]{40}(?:-\d{3,4})?\.(?:webp|avif)$/,
  alt: /^/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^\d{1,4}$/,
  type: /^[aAiI]$/,
  dir: /^rtl$/,
  class: /^(?:status-table|align-(?:left|center|right|justify)|colour-(?:red|orange|green|teal|blue|purple|gray))$/,
  'data-youtube': /^[\w-]{11}$/,
};
const tags = new Set(
  'p h2 h3 h4 strong em u s code pre blockquote ul ol li a span table caption colgroup col thead tbody tfoot tr th td hr br img figure figcaption div'.split(
    ' ',
  ),
);

describe('Whatever comes in, only what the editor can make comes out', () => {
  test(`the corpus has enough to try`, () => expect(hostileHtml.length).toBeGreaterThanOrEqual(250));

  test.each(hostileHtml.map((html, index) => [index, html] as const))('vector %i', (_index, html) => {
    for (const context of [html, `<p>${html}</p>`, `<table><tr><td>${html}`, `<pre><code>${html}</code></pre>`])
      expectHarmless(sanitizeHtml(context), context);
  });

  test('pieces of vectors in any mixture', () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostileHtml),
      fc.constantFrom(...[...tags].flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
      fc.string(),
      fc.constantFrom(...'<>"\'&=/\0\u202e', '&lt;', '&#60;', '<!--', '-->', '<![CDATA[', ']]>'),
      fc.constantFrom(' style="text-align:center"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = pieces.join('');
        const result = sanitizeHtml(html);
        // Some mixtures are refused, each for a reason that says so.
        if ('refused' in result) expect(['depth', 'nodes']).toContain(result.refused);
        else expectHarmless(result, html);
      }),
      { numRuns: 1_500 },
    );
  });
});

test('what is clean stays as it is', () => {
  const article =
    '<h2 class="align-center">ভর্তি</h2><p>এক <strong>দুই</strong> <em>তিন</em> <u>চার</u> <s>পাঁচ</s> <code>x &lt; y</code></p>' +
    '<ul><li><p>ক</p></li></ul><ol start="3"><li><p>খ</p></li></ol><blockquote><p>গ</p></blockquote><pre><code>a\n  b</code></pre>' +
    '<p class="align-right"><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc">লিংক</a><br />নতুন লাইন</p>' +
    `<figure><img src="/media/${'a'.repeat(40)}.webp" alt="ছবি" width="640" height="360" /><figcaption>নিচে</figcaption></figure>` +
    '<table><tbody><tr><th colspan="2"><p>ঘ</p></th></tr><tr><td><p>ঙ</p></td><td rowspan="2"><p>চ</p></td></tr></tbody></table>' +
    '<hr /><div data-youtube="dQw4w9WgXcQ"></div><p><span class="colour-teal">রং</span></p>';
  expect(sanitizeHtml(article)).toEqual({ html: article });
});

test.each([
  ['<b>x</b><i>y</i><h1>z</h1>', '<strong>x</strong><em>y</em><h2>z</h2>'],
  [
    '<table class="status-table x" style="color: red"><tbody><tr class="status-table"><td class="status-bad">x</td></tr></tbody></table>',
    '<table class="status-table"><tbody><tr><td>x</td></tr></tbody></table>',
  ],
  ['<p style="text-align: right; color: red">x</p>', '<p class="align-right">x</p>'],
  ['<p class=MsoNormal style="mso-fareast-language:BN"><o:p>x</o:p></p>', '<p>x</p>'],
  [
    '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" allowfullscreen></iframe>',
    '<div data-youtube="dQw4w9WgXcQ"></div>',
  ],
  ['<a href="/news/details/1" target="_blank">x</a>', '<a href="/news/details/1">x</a>'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<div><p>x</p></div>', '<p>x</p>'],
  ['একা লেখা & কিছু', 'একা লেখা &amp; কিছু'],
  [
    '<ol type="i" start="4"><li>x</li></ol><ol type="disc"><li>x</li></ol>',
    '<ol start="4" type="i"><li>x</li></ol><ol><li>x</li></ol>',
  ],
  ['<p dir="RTL">قل</p><p dir="ltr">x</p><a href="/x">y</a>', '<p dir="rtl">قل</p><p>x</p><a href="/x">y</a>'],
  ['<p></p>', ''],
  ['<p><br></p><p>&nbsp;</p>', ''],
  [' \n ', ''],
  ['<p>ক\u202eখ\u0000গ</p>', '<p>কখগ</p>'],
  ['<p>ক&#x202e;খ&#1;গ</p>', '<p>কখগ</p>'],
  ['<p>\u0338x</p>', '<p>\u0338x</p>'],
  ['<p>ক\u200dষ</p>', '<p>ক\u200dষ</p>'],
])('%s becomes %s', (given, expected) => {
  expect(sanitizeHtml(given)).toEqual({ html: expected });
});

test.each([
  ['depth', '<blockquote>'.repeat(101), 'depth'],
  ['depth of what is dropped', '<b>'.repeat(50_000), 'depth'],
  ['nodes', '<br>'.repeat(20_001), 'nodes'],
] as const)('refuses too much %s', (_what, html, refused) => {
  expect(sanitizeHtml(html)).toEqual({ refused });
});

test.each([
  ['attributes', `<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`],
  ['entities', '&#2453;'.repeat(250_000)],
  ['open angles', '<'.repeat(500_000)],
  ['blanks', ' '.repeat(2_000_000)],
  ['unclosed comments', '<!--'.repeat(200_000)],
  ['quotes', `<p title="${'&quot;'.repeat(200_000)}">x</p>`],
  ['a long style', `<p style="${'text-align:'.repeat(100_000)}">x</p>`],
])('takes a text of many %s, inside the time limit of a test', (_what, html) => {
  // Growing with the square of the length, any of them would take minutes.
  expect(() => sanitizeHtml(html)).not.toThrow();
});

function expectHarmless(result: ReturnType<typeof sanitizeHtml>, html: string): void {
  if ('refused' in result) throw new Error(`Refused: ${html}`);
  expect(sanitizeHtml(result.html), 'cleaning twice').toEqual(result);
  // What is left beside well-formed tags of ours must be text.
  const text = result.html.replace(/<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)(?: \/)?>/g, (_all, name, attributes) => {
    expect(tags, html).toContain(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
      expect(attributesOf[attribute]?.test(value), `${attribute}=${value} of ${html}`).toBe(true);
    }
    return '';
  });
  expect(text, html).not.toMatch(/[<>]/);
}
