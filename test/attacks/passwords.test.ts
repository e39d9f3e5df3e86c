import { calls } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { attack, listOf, many } from '../helpers/attacks.ts';
import { pick } from '../helpers/described-calls.ts';
import { rightPassword, sendAs, sessionsOf } from '../helpers/staff.ts';

/** What somebody in Bangladesh would try first; not taken from the program. */
const words = listOf(
  'rahim|karim|hasan|hossain|fatema|nasrin|sakib|tamim|jannat|sadia|dhaka|mirpur|gulshan|sylhet|rajshahi|uttara|comilla|barisal|bogura|bangladesh|bangla|padma|meghna|shapla|school|college|madrasa|teacher|student|headmaster|admin|password|welcome|office|computer|allah|bismillah|ramadan|mohammad|bhalobashi|valobasha|amar|tomake|sonar|joybangla|mujib|ekushey|boishakh|december|friday|robi|grameenphone|bkash|nagad|cricket|argentina|brazil|messi|qwerty|asdfgh|prangon|বাংলাদেশ|ঢাকা|আমার|সোনার|বাংলা|স্কুল|শিক্ষক|রহিম|ভালোবাসি|আল্লাহ',
);
const numbers = listOf('12|123|1234|71|1971|1952|2026|2025|786|01712345678|007|111|৭১|২০২৬');
const signs = listOf('|@|#|!|_|-|.| |$');

attack('weak passwords', async (tries) => {
  const app = await openTestApp();
  const tokens = await sessionsOf(app, 10);
  const large = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const leet = (word: string) => word.replace(/[aois]/g, (letter) => '@01$'['aois'.indexOf(letter)] ?? '');
  const shapes = listOf('a-n|a-b|A-B-n|anan|A.B-n|nab|l-mn|U-bn|a-b-a|a-n-n');
  for (let guess = 0; guess < many(60, 1_500); guess++) {
    const [a = '', b = '', n = '', sign = ''] = [words, words, numbers, signs].map((list) => pick(list, tries.random));
    const parts: Record<string, string> = {
      a,
      b,
      n,
      '-': sign,
      A: large(a),
      B: large(b),
      l: leet(a),
      m: leet(b),
      U: a.toUpperCase(),
    };
    const password = [...pick(shapes, tries.random)].map((letter) => parts[letter] ?? letter).join('');
    if ([...password].length < 10) continue;
    const body = { current_password: rightPassword, password, password_confirmation: password };
    const token = tokens[tries.count % tokens.length] ?? '';
    const { status } = await sendAs(app, token, 'PUT', calls.accountPassword, body);
    tries.note(status !== 422 && `${password}: ${status}`);
    if (status === 200) tokens.splice(0, tokens.length, ...(await sessionsOf(app, 10)));
  }
  await app.close();
});
