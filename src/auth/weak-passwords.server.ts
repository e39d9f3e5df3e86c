import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { latinDigits } from '#api/text.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { inBothLanguages } from '#platform/http/languages.server.ts';
import type { User } from './data.server.ts';
import { localWords } from './local-words.server.ts';

/** Of zxcvbn's scores 0 to 4: from 3 on a password takes some hundred million guesses. */
const leastScore = 3;

/** Only this many letters are scored, as zxcvbn's time grows with their square. */
const scoredLetters = 24;

const en =
  'This password is easily guessed. Use a few words that have nothing to do with you, this site or each other.';
const weak = {
  en,
  bn: inBothLanguages('এই পাসওয়ার্ড সহজেই অনুমান করা যায়। এমন কয়েকটি শব্দ মিলিয়ে দিন, যার সঙ্গে আপনার বা এই সাইটের সম্পর্ক নেই।', en),
};

/** @throws {HttpError} 422 under `password` for an easily guessed one, also from the names of account and site */
export async function assertStrongPassword(
  { database, settings }: { database: Database; settings: { publicUrl: string } },
  { name, email }: Pick<User, 'name' | 'email'>,
  password: string,
  language: keyof typeof weak,
): Promise<void> {
  const site = await siteSettings(database);
  const names = [name, email, site.name, new URL(settings.publicUrl).hostname];
  if (await isEasilyGuessed(password, names)) throw invalid({ password: [weak[language]] });
}

/** Whether a password is easily guessed by somebody who knows these names. */
export async function isEasilyGuessed(password: string, names: string[]): Promise<boolean> {
  judge ??= loadZxcvbn();
  const words = ['Prangon', ...names].map(inLatinDigits).flatMap(partsOf).map(beginningOf);
  const plain = inLatinDigits(password).replaceAll(number, '0');
  return (await judge).check(beginningOf(plain), words).score < leastScore;
}

/** A mobile number of Bangladesh or a year counts as one digit, as attackers try all of them. */
const number = /(?:\+?88[\s-]?)?0?1[3-9](?:[\s-]?\d){8}|(?:14|19|20)\d\d/g;

function inLatinDigits(text: string): string {
  return latinDigits(text.normalize('NFKC'));
}

function beginningOf(text: string): string {
  return [...text].slice(0, scoredLetters).join('');
}

/** The name or address and each word of it. */
function partsOf(name: string): string[] {
  const parts = [name, ...name.split('@'), ...name.split(/[^\p{L}\p{M}\p{N}]+/u)];
  return parts.filter((part) => part.length > 2);
}

let judge: Promise<ZxcvbnFactory> | null = null;

/** Loaded on demand, as its 49,000 passwords take memory and are rarely needed. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const passwords = common.dictionary['passwords-common'];
  return new ZxcvbnFactory({ dictionary: { passwords, localWords }, graphs: common.adjacencyGraphs });
}
