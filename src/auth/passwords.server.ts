import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { latinDigits } from '#api/text.ts';
import { phoneticKeys } from '#cms/search/sound.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, inBothLanguages, invalid } from '#platform/errors.server.ts';
import type { User } from './data.server.ts';

/** Argon2id as OWASP recommends it: 19 MiB, 2 passes, 1 lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), hashing);
}

/** Verifies a password. A null hash stands for a missing account: it takes the same time and returns false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodysHash, asTyped(password));
  return right && passwordHash !== null;
}

/** A hash without a password, with the same parameters, for equal timing. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${hashing.memoryCost},t=${hashing.timeCost},p=${hashing.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$');

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Keyboards encode the same letter in different ways. */
function asTyped(password: string): string {
  return password.normalize('NFKC');
}

/** As `abcd-efgh-jkmn-pqrs`, without letters that look alike: 19.8 bits a group, easy to type from a terminal. */
export function readablePassword(groups = 4): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Hashing is expensive: two run at once, and 32 requests may wait in each of the two queues. */
const hashingLimits = { atOnce: 2, waiting: 32 };

/** `known` has a session, a valid link, or a browser that signed in to this account before. */
type Caller = 'known' | 'stranger';

interface Waiting {
  key: string;
  start: () => void;
}

/**
 * Limits concurrent password hashing. Tasks with the same key run one after the other, so that each sees the attempts
 * counted before. Known clients come first and have their own queue, so strangers cannot fill it.
 */
class HashLimiter {
  readonly #running = new Set<string>();
  readonly #waiting: Record<Caller, Waiting[]> = { known: [], stranger: [] };

  /** @throws {HttpError} 503 when the queue is full */
  async run<T>(caller: Caller, key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting[caller];
    if (waiting.length >= hashingLimits.waiting) {
      throw new HttpError(503, 'Too many people are signing in. Try again in 2 seconds.', { retryAfter: 2 });
    }
    await new Promise<void>((start) => {
      waiting.push({ key, start });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#running.delete(key);
      this.#next();
    }
  }

  #next(): void {
    while (this.#running.size < hashingLimits.atOnce) {
      const next = this.#take('known') ?? this.#take('stranger');
      if (!next) return;
      this.#running.add(next.key);
      next.start();
    }
  }

  #take(caller: Caller): Waiting | undefined {
    const waiting = this.#waiting[caller];
    const first = waiting.findIndex(({ key }) => !this.#running.has(key));
    return first < 0 ? undefined : waiting.splice(first, 1)[0];
  }
}

/** One for the process, whose thread pool it protects. */
export const hashes = new HashLimiter();

/** Common parts of passwords in Bangladesh, the most common first. The dictionary of zxcvbn has English words only. Each counts in both scripts and however it is spelled. */
const localWords = `
bangladesh bangla dhaka allah school ami tumi amar tomar islam madrasa college student teacher admin password
amarsonarbangla sonarbangla joybangla banglaboi bangladeshi bangali bangalee bengali deshi desh amardesh bdesh
bismillah allahuakbar allahu akbar alhamdulillah inshaallah insallah mashaallah subhanallah astagfirullah
muhammad mohammad mohammed quran koran namaz namaj ramadan ramzan eidmubarak mubarak salam assalamualaikum
khodahafez jannat makkah madina kaaba masjid iman hajj rasul nabi hazrat
valobasi bhalobashi valobasha bhalobasha valobasa bhalobasa amitomakevalobasi amitomake tomake ilove iloveu
ilovebangladesh amarma amarbaba maababa babama ammu abbu amma abba bhai bhaiya apu bondhu bandhu jaan janu
shona sona pakhi moyna tuktuki babu bou shami jibon prem mon hridoy shopno swapno asha alo akash nodi megh
bristi brishti shapla golap joba beli jui shiuli kodom padma meghna jamuna surma karnaphuli ilish biriyani
bangabandhu mujib ekushey ekush february shaheed shahid shadhinota swadhin muktijuddho bijoy bijoydibosh victory
tiger tigers royalbengal cricket shakib sakib tamim mushfiq mashrafe mustafiz liton football argentina brazil
messi neymar ronaldo bdtigers
gazipur narayanganj narsingdi manikganj munshiganj tangail kishoreganj faridpur gopalganj madaripur
rajbari shariatpur chittagong chattogram coxsbazar comilla cumilla noakhali feni lakshmipur chandpur
brahmanbaria rangamati khagrachari bandarban sylhet moulvibazar habiganj sunamganj rajshahi bogra bogura pabna
sirajganj natore naogaon chapainawabganj joypurhat khulna jessore jashore satkhira bagerhat narail magura
jhenaidah kushtia chuadanga meherpur barisal barishal bhola patuakhali pirojpur jhalokati barguna rangpur
dinajpur kurigram gaibandha lalmonirhat nilphamari panchagarh thakurgaon mymensingh jamalpur sherpur netrokona
uttara mirpur gulshan banani dhanmondi motijheel mohammadpur savar tongi
rahim karim rahman rahaman hossain hossen hasan hasib ahmed ahmad uddin abdul abdullah abdur ali khan chowdhury
sarker sarkar mia miah mollah sheikh shaikh talukder sikder bhuiyan mondal biswas das roy saha paul ghosh barua
akter akhter aktar begum khatun khanam sultana nasrin yasmin jahan nahar parvin parveen fatema fatima ayesha
aysha khadija mariam maryam rahima halima amena rokeya sumaiya tasnim nusrat jannatul sadia mim mita rima ruma
shila sumi tania farhana sharmin shamim sohel rubel rasel russel jewel masud mamun arif asif sajib sajid sabbir
rakib rafiq shafiq kamal jamal nazrul rabindra tagore kabir kamrul imran tanvir tareq tariq ashraf anwar
mahmud mahbub mizan monir nayeem noman parvez riad ridoy saiful salman siam sumon shuvo tuhin zahid zaman
principal headmaster headsir pradhan shikkhok shikkha chatro bidyaloy vidyaloy pathshala academy
kindergarten highschool primary government govt pilot model islamia ideal collegiate cantonment university
computer mobile internet office exam result biddaloy notunboi
grameenphone grameen robi airtel banglalink teletalk bkash nagad rocket brac ucash samsung walton symphony
hfqvf hfqvfclm gfmfv gfdm kdm efjf mcv qwerty qwer asdfgh asdf zxcvbn zxcv qazwsx poiu lkjh mnbv
নগদ বিকাশ প্রাঙ্গণ প্রাঙ্গন ঙযডপটচজহগড় ঙযডপট ৃুিা্বকতদ ওেরনসম
january february march april june july august september october november december jan feb sept oct nov dec
boishakh boisakh baishakh joishtho jyoishtho asharh ashar srabon shrabon bhadro vadro ashwin ashshin kartik
ogrohayon agrahayan poush magh falgun phalgun choitro chaitra shonibar robibar shombar mongolbar budhbar
brihospotibar shukrobar sunday monday tuesday wednesday thursday friday saturday eid puja durga krishna ram
hasina khaleda zia ziaur mujibur ershad yunus osman hadi rabindranath robindronath rabindronath jashim begumrokeya
humayun zafar iqbal satyajit lalon hason shah jalal jalali farhad faruk faruque jahid jahangir alam alom islamul
habib habibur moshiur mizanur shafiqul rafiqul nazmul saidul rezaul aminul ariful azad babul bashir belal dulal
ruhul sajeeb sumaya nasima rehana shirin taslima tahmina morsheda jesmin monira salma lipi poly shathi bithi
keya mou moushumi sadiq siddiq siddique haque hoque huq miya biplob jisan shanto rony tonmoy dipu sujon milon
farmgate badda rampura khilgaon jatrabari basundhara bashundhara mohakhali tejgaon shahbag paltan malibagh
mogbazar kawranbazar lalbagh keraniganj ashulia agrabad halishahar sonargaon kuakata sajek sreemangal
software app apps website login user users admission attendance demo test welcome master manager office service
account secret pass default server support sales owner editor staff class teachers students sir madam head boss
baba maa cox bazar md mst ghar ghor ঘর শিক্ষার্থী eshikkha shikkhaseba tomay tomake tor mora amra tumi apni bhalo valo khub onek kemon acho achi dhonnobad
amader tomader sobuj lal shobuj neel pataka potaka jatiyo shongit sonar rupar chele meye vai bon nana nani dada
dadi chacha mama khala correct horse rana sector pohela dibosh shikkharthi bikash love valobashi bhalobashi password passwd pakistan india kolkata
বাংলাদেশ বাংলা ঢাকা আমারসোনারবাংলা সোনারবাংলা জয়বাংলা আমি তুমি আমার তোমার আল্লাহ আল্লাহুআকবার বিসমিল্লাহ
আলহামদুলিল্লাহ ইনশাআল্লাহ ভালোবাসি ভালবাসি ভালোবাসা ইসলাম মাদ্রাসা স্কুল কলেজ বিদ্যালয় শিক্ষা শিক্ষক ছাত্র
পাসওয়ার্ড মোহাম্মদ রহিম করিম রহমান চট্টগ্রাম রাজশাহী খুলনা সিলেট বরিশাল রংপুর ময়মনসিংহ কুমিল্লা বাবা মা`
  .trim()
  .normalize('NFKC')
  .split(/\s+/);

/** Of zxcvbn's scores 0 to 4: from 3 on a password takes some hundred million guesses. */
const leastScore = 3;

/** Only this many letters are scored, as zxcvbn's time grows with their square. */
const scoredLetters = 24;

const en = t(
  'This password is easily guessed. Use a few words that have nothing to do with you, this site or each other.',
);
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
  const spelledOut = plain.replaceAll(lookAlike, (sign) => letterOf[sign] ?? sign);
  if ([plain, spelledOut].some((text) => isOfKnownWords(text.toLowerCase(), words))) return true;
  return (await judge).check(beginningOf(plain), words).score < leastScore;
}

/** Signs for letters; digits before a letter, and a vowel behind one, as others are numbers. */
const lookAlike = /[@$]|(?<=[a-z@$])[0134]|[013457](?=[013457]*[\p{L}@$])/giu;
const letterOf: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/**
 * Whether a text of at most 36 letters is made of known words, a short number, and one other consonant. What is spelled
 * otherwise, or in the other script, sounds alike; its vowels don't count.
 */
function isOfKnownWords(text: string, names: string[]): boolean {
  const letters = text.match(/\p{L}|\p{M}/gu)?.length ?? 0;
  const digits = text.replace(/\D/g, '').replace(/^(.+?)\1+$/, '$1');
  if (letters < 5 || letters > 36 || digits.length > 6) return false;
  const words = [...localWords, ...names.map((name) => name.toLowerCase())].filter((word) => !notLetters.test(word));
  const sounds = words.flatMap(consonantsOf);
  const longSound = anyLong(sounds);
  const isUnknown = (part: string) =>
    !words.includes(part) && !consonantsOf(part).some((sound) => sound.length > 2 && sounds.includes(sound));
  const unknownBeside = (longWord: RegExp) =>
    text
      .split(notLetters)
      .filter(isUnknown)
      .flatMap((run) => run.split(longWord))
      .filter(isUnknown)
      .map((part) => Math.min(...consonantsOf(part).map((sound) => sound.replaceAll(longSound, '').length)))
      .reduce((sum, length) => sum + length, 0);
  // A long word may hide the next one: ‘students’ in ‘studentsylhet’.
  return [1, -1].some((order) => unknownBeside(anyLong(words, order)) < 2);
}

function consonantsOf(word: string): string[] {
  return phoneticKeys(word).map((key) => key.replaceAll(/[aiuey]/g, ''));
}

const notLetters = /[^\p{L}\p{M}]+/u;

/** Shorter ones stand in many other words. */
function anyLong(words: string[], order = 1): RegExp {
  const long = words.filter((word) => word.length > 3).sort((one, other) => order * (other.length - one.length));
  return new RegExp(long.join('|'), 'gu');
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
