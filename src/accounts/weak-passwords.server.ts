import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { inBothLanguages } from '#server/http/languages.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';
import { latinDigits } from '#wire/text.ts';
import type { User } from './data.server.ts';
import { localWords } from './local-words.server.ts';

/** Of five, as zxcvbn has it: from this one on it takes some hundred million guesses. */
const leastScore = 3;

/** So many letters are looked at, as the work grows with their square. What begins so simply and goes on is no better. */
const lettersJudged = 24;

/** What stands at the field, on the screens that speak English and on those that speak Bengali. */
const en =
  'This password is easily guessed. Use a few words that have nothing to do with you, this site or each other.';
const weak = {
  en,
  bn: inBothLanguages('এই পাসওয়ার্ড সহজেই অনুমান করা যায়। এমন কয়েকটি শব্দ মিলিয়ে দিন, যার সঙ্গে আপনার বা এই সাইটের সম্পর্ক নেই।', en),
};

/** @throws {Refusal} 422 under `password` for one that is easily guessed, from the account's and the site's names too */
export async function refuseWeakPassword(
  { database, settings }: { database: Database; settings: { publicUrl: string } },
  { name, email }: Pick<User, 'name' | 'email'>,
  password: string,
  language: keyof typeof weak,
): Promise<void> {
  const site = await siteSettings(database);
  const names = [name, email, site.name, new URL(settings.publicUrl).hostname];
  if (await isEasilyGuessed(password, names)) throw invalid({ password: [weak[language]] });
}

/** Whether somebody who knows these names would guess a password soon. */
export async function isEasilyGuessed(password: string, names: string[]): Promise<boolean> {
  judge ??= loadJudge();
  const words = ['Prangon', ...names].map(inLatinDigits).flatMap(partsOf).map(beginningOf);
  const plain = inLatinDigits(password).replaceAll(number, '0');
  return (await judge).check(beginningOf(plain), words).score < leastScore;
}

/** A mobile number of Bangladesh, or a year: whoever tries passwords tries all of them, so each is worth one digit. */
const number = /(?:\+?88[\s-]?)?0?1[3-9](?:[\s-]?\d){8}|(?:14|19|20)\d\d/g;

function inLatinDigits(text: string): string {
  return latinDigits(text.normalize('NFKC'));
}

function beginningOf(text: string): string {
  return [...text].slice(0, lettersJudged).join('');
}

/** A name, an address, and each word of them. */
function partsOf(name: string): string[] {
  const parts = [name, ...name.split('@'), ...name.split(/[^\p{L}\p{M}\p{N}]+/u)];
  return parts.filter((part) => part.length > 2);
}

let judge: Promise<ZxcvbnFactory> | null = null;

/** Its 49,000 passwords take memory that most days nobody needs. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const passwords = common.dictionary['passwords-common'];
  return new ZxcvbnFactory({ dictionary: { passwords, localWords }, graphs: common.adjacencyGraphs });
}
