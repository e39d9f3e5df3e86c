import { expect, test } from 'vitest';
import { textToHtml } from './paste-text.ts';

test.each('[ **a *ক _ক ` ~~a \\* <iframe [a](http://a ![a]( |- :-| > 1. ((( ***a <b> https://youtu.be/ |'.split(' '))(
  'takes lines of many %j, inside the time limit of a test',
  (piece) => {
    const line = `${`${piece} `.repeat(4_999 / (piece.length + 1))}\n`;
    expect(() => textToHtml(line.repeat(4))).not.toThrow();
    // Growing with the square of its length, a longer line would take minutes: it stays as it is.
    expect(textToHtml(`**ক**\n${piece.repeat(5_001)}`)).toBeNull();
    expect(textToHtml('**ক**\n'.repeat(20_000))).toBeNull();
  },
);
