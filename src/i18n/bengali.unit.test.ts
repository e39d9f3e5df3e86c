// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of modules are strings here
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyIn, messagesOf, modulesOfStaff, translate } from '../../scripts/messages.ts';
import { screens } from '../admin/screens.ts';
import bengali from './bn.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const catalogue = new Map<string, string>(Object.entries(bengali));
const texts = modulesOfStaff(root).flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  return messagesOf(file, source).map((message) => ({
    ...message,
    file,
    place: `${file}:${source.slice(0, message.start).split('\n').length}`,
    isMarked: source[message.start - 1] === 't',
  }));
});

test('each text of the back office has its Bengali in bn.json', () => {
  expect(texts.filter(({ text }) => !catalogue.has(text)).map(({ text, place }) => `${place} ${text}`)).toEqual([]);
});

test('bn.json has no text that the back office lacks, and is sorted', () => {
  const used = new Set(texts.flatMap(({ text, file }) => [text, keyIn(file, text)]));
  expect([...catalogue.keys()].filter((text) => !used.has(text))).toEqual([]);
  expect([...catalogue.keys()]).toEqual([...catalogue.keys()].sort());
});

test('each Bengali text puts in nothing that its English one lacks, and is NFC', () => {
  const wrong = [...catalogue].filter(
    ([english, text]) =>
      text.match(/\{\d+\}/g)?.some((part) => !english.includes(part)) ||
      text !== text.normalize('NFC') ||
      text.trim() !== text,
  );
  expect(wrong).toEqual([]);
});

test('the palette finds each screen by its name in either language', () => {
  const names = screens.flatMap(({ name, keywords }) =>
    [name, bengali[name as keyof typeof bengali]].filter(
      (each) => !keywords.toLowerCase().includes(each.toLowerCase()),
    ),
  );
  expect(names).toEqual([]);
});

test('templates of the server are marked, as they are looked up when they are answered', () => {
  const unmarked = texts.filter(
    ({ form, place, isMarked }) => form === 'template' && place.includes('.server.') && !isMarked,
  );
  expect(unmarked.map(({ text, place }) => `${place} ${text}`)).toEqual([]);
});

test('the build puts Bengali where it stands, with values in the order of the sentence', () => {
  const source = [
    'const a = <p title="All leads"> by {name} <b>of {count > 1 ? `${count} leads` : "one lead"}</b></p>;',
    "const b = t`Moved ${count} to ${t`the trash`}`, c = t({ won: 'Won', deep: ['Lost'] }), d = 'All leads';",
  ].join('\n');
  const words = {
    'All leads': 'সব লিড',
    'by {0} {1}': '{1} {0} থেকে',
    'of {0}': '{0}টির',
    '{0} leads': '{0}টি লিড',
    'one lead': 'একটি লিড',
    'Moved {0} to {1}': '{1}-এ {0}টি',
    'the trash': 'ট্র্যাশ',
    Won: 'হয়েছে',
    Lost: 'হাতছাড়া',
  };
  expect(translate('a.tsx', source, words).split('\n').slice(1)).toEqual([
    'const a = <p title={"সব লিড"}>{" "}<b>{count > 1 ? `${numberInWords(count)}টি লিড` : "একটি লিড"}{"টির"}</b>{" "}{name}{" থেকে"}</p>;',
    'const b = t`${numberInWords(t`ট্র্যাশ`)}-এ ${numberInWords(count)}টি`, c = t({ won: "হয়েছে", deep: ["হাতছাড়া"] }), d = \'All leads\';',
  ]);
});
