import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { inBothLanguages } from '#server/http/languages.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';
import { latinDigits } from '#wire/text.ts';
import type { User } from './data.server.ts';

/** Who tries passwords begins with these many: the commonest, simple patterns, and names around the account. */
const firstGuesses = 100_000;

/** So many letters are looked at, as the work grows with their square. What begins so simply and goes on is no better. */
const lettersJudged = 24;

/** What stands at the field, on the screens that speak English and on those that speak Bengali. */
const en = 'This is one of the first passwords that somebody would try. Choose another one.';
const weak = { en, bn: inBothLanguages('এই পাসওয়ার্ড সহজেই অনুমান করা যায়। অন্য একটি দিন।', en) };

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

/** Whether a password is among the first that somebody would try who knows these names. */
export async function isEasilyGuessed(password: string, names: string[]): Promise<boolean> {
  judge ??= loadJudge();
  const words = ['Prangon', ...names].flatMap(partsOf).map(beginningOf);
  return (await judge).check(beginningOf(password), words).guesses < firstGuesses;
}

function beginningOf(text: string): string {
  return [...latinDigits(text.normalize('NFKC'))].slice(0, lettersJudged).join('');
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
  return new ZxcvbnFactory({ dictionary: { passwords }, graphs: common.adjacencyGraphs });
}
