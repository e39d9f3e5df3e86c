import { bengaliDigits } from '#api/text.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import { queueMail } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countUse } from '#platform/http/limits.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { selectOwners } from './data.server.ts';
import { deviceOf, type Sender } from './device.server.ts';

/** Security notices that are mailed to the owner of an account, in case somebody else made the change. */
const notices = {
  'email changed': {
    subject: 'আপনার অ্যাকাউন্টের ইমেইল ঠিকানা বদলানো হয়েছে',
    what: 'আপনার অ্যাকাউন্টের ইমেইল ঠিকানা বদলানো হয়েছে। এখন থেকে নতুন ঠিকানা দিয়ে লগইন করতে হবে; এই ঠিকানায় আর চিঠি আসবে না।',
    otherwise: 'আপনি না বদলে থাকলে ওয়েবসাইটটি যিনি দেখাশোনা করেন, তাঁকে এখনই জানান।',
  },
  'password changed': {
    subject: 'আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে',
    what: 'আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে। অন্য সব যন্ত্র থেকে লগআউট হয়ে গেছে।',
    otherwise: 'আপনি না বদলে থাকলে লগইন পাতায় ‘পাসওয়ার্ড ভুলে গেছেন?’ থেকে এখনই নতুন পাসওয়ার্ড দিন।',
  },
  'password reset': {
    subject: 'আপনার অ্যাকাউন্টে নতুন পাসওয়ার্ড দেওয়া হয়েছে',
    what: 'ইমেইলে পাঠানো লিংক থেকে আপনার অ্যাকাউন্টে নতুন পাসওয়ার্ড দেওয়া হয়েছে। সব যন্ত্র থেকে লগআউট হয়ে গেছে।',
    otherwise: 'আপনি না দিয়ে থাকলে অন্য কেউ আপনার ইমেইল পড়ছে: আগে ইমেইলের পাসওয়ার্ড বদলান, তারপর এই অ্যাকাউন্টের।',
  },
  'new browser': {
    subject: 'আপনার অ্যাকাউন্টে নতুন ব্রাউজার থেকে লগইন হয়েছে',
    what: 'আপনার অ্যাকাউন্টে এমন একটি ব্রাউজার থেকে লগইন হয়েছে, যেখান থেকে আগে হয়নি।',
    otherwise: 'আপনি লগইন না করে থাকলে এখনই পাসওয়ার্ড বদলান: তাতে অন্য সব যন্ত্র থেকে লগআউট হয়ে যায়।',
  },
  'second factor added': {
    subject: 'আপনার অ্যাকাউন্টে লগইনের দ্বিতীয় ধাপ যোগ হয়েছে',
    what: 'আপনার অ্যাকাউন্টে লগইনের দ্বিতীয় ধাপ হিসেবে একটি অ্যাপ বা পাসকি যোগ হয়েছে।',
    otherwise: 'আপনি যোগ না করে থাকলে এখনই পাসওয়ার্ড বদলান, আর প্রোফাইল থেকে সেটি সরিয়ে দিন।',
  },
  'second factor removed': {
    subject: 'আপনার অ্যাকাউন্টের লগইনের একটি দ্বিতীয় ধাপ সরানো হয়েছে',
    what: 'আপনার প্রোফাইল থেকে লগইনের একটি দ্বিতীয় ধাপ (অ্যাপ বা পাসকি) সরানো হয়েছে।',
    otherwise: 'আপনি না সরিয়ে থাকলে এখনই পাসওয়ার্ড বদলান, আর দ্বিতীয় ধাপ আবার যোগ করুন।',
  },
  'second factor taken off': {
    subject: 'আপনার অ্যাকাউন্টের লগইনের দ্বিতীয় ধাপ তুলে নেওয়া হয়েছে',
    what: 'ওয়েবসাইটটি যাঁরা দেখাশোনা করেন, তাঁদের একজন আপনার লগইনের দ্বিতীয় ধাপ তুলে নিয়েছেন। সব যন্ত্র থেকে লগআউট হয়ে গেছে; এখন শুধু পাসওয়ার্ড দিয়ে লগইন করা যায়।',
    otherwise: 'আপনি না চেয়ে থাকলে তাঁদের এখনই জানান, আর পাসওয়ার্ড বদলান।',
  },
  'account reset': {
    subject: 'আপনার অ্যাকাউন্টে ঢোকার পথ নতুন করে দেওয়া হয়েছে',
    what: 'ওয়েবসাইটটি যিনি চালান, তিনি সার্ভার থেকে আপনার অ্যাকাউন্টে ঢোকার পথ নতুন করে দিয়েছেন। সব যন্ত্র থেকে লগআউট হয়ে গেছে, আর লগইনের দ্বিতীয় ধাপ তুলে নেওয়া হয়েছে।',
    otherwise: 'আপনি না চেয়ে থাকলে ওয়েবসাইটটি যিনি চালান, তাঁকে এখনই জানান।',
  },
  'second step failed': {
    subject: 'কেউ আপনার পাসওয়ার্ড দিয়ে লগইনের চেষ্টা করেছে',
    what: 'আপনার অ্যাকাউন্টে কেউ ঠিক পাসওয়ার্ড দিয়েছে, কিন্তু দ্বিতীয় ধাপের কোড পাঁচবার ভুল দিয়েছে। লগইন হয়নি।',
    otherwise: 'আপনি চেষ্টা না করে থাকলে অন্য কেউ আপনার পাসওয়ার্ড জানে: এখনই সেটি বদলান।',
  },
  'recovery codes made': {
    subject: 'আপনার অ্যাকাউন্টের নতুন রিকভারি কোড তৈরি হয়েছে',
    what: 'আপনার অ্যাকাউন্টের জন্য নতুন রিকভারি কোড তৈরি হয়েছে। আগের কোডগুলো আর কাজ করে না।',
    otherwise: 'আপনি তৈরি না করে থাকলে এখনই পাসওয়ার্ড বদলান, আর কোডগুলো আবার তৈরি করুন।',
  },
  'recovery code used': {
    subject: 'আপনার অ্যাকাউন্টে রিকভারি কোড দিয়ে লগইন হয়েছে',
    what: 'আপনার অ্যাকাউন্টে একটি রিকভারি কোড দিয়ে লগইন হয়েছে। কোডটি আর কাজ করে না।',
    otherwise: 'আপনি লগইন না করে থাকলে এখনই পাসওয়ার্ড বদলান, আর প্রোফাইল থেকে নতুন রিকভারি কোড তৈরি করুন।',
  },
};

export type Notice = keyof typeof notices;

/** Formats as `2026-12-05 20:30`. */
const inDhaka = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' });

/** Per account and kind of notice: a client without cookies signs in as a new device every time. */
const mostADay = { most: 10, seconds: 86_400 };

/** A notice older than a week is not sent any more. */
const usefulSeconds = 7 * 86_400;

/**
 * Queues a notice in the same transaction as the change. It has no link, so that users do not get used to links that
 * phishing could imitate. An account with an undeliverable address gets none.
 */
export async function notifyOwner(
  transaction: Database,
  owner: { id: number; email: string },
  notice: Notice,
  sender: Sender,
): Promise<void> {
  if (!isOneAddress(owner.email)) return;
  if ((await countUse(transaction, `notice ${notice} ${owner.id}`, mostADay)) > 0) return;
  const from = [...deviceOf(sender.userAgent), sender.network].join(', ');
  await queueNotice(transaction, owner.email, notices[notice], [`অ্যাকাউন্ট: ${owner.email}`], from);
}

/** Notices that are mailed to every owner, whichever owner made the change. */
const ownerNotices = {
  'owner changed': {
    subject: 'ওয়েবসাইটের একজন Owner বদলেছে',
    what: 'ওয়েবসাইটের ব্যাক অফিসে যাঁরা সবকিছু করতে পারেন (Owner), তাঁদের একজন যোগ হয়েছেন, বাদ গেছেন, বা তাঁর ইমেইল বদলেছে।',
  },
  'factor changed': {
    subject: 'একজন কর্মীর লগইনের দ্বিতীয় ধাপ বদলেছে',
    what: 'আপনাদের একজন কর্মীর লগইনের দ্বিতীয় ধাপ (অ্যাপ বা পাসকি) যোগ হয়েছে, সরানো হয়েছে, বা তুলে নেওয়া হয়েছে।',
  },
  'outbound address changed': {
    subject: 'গ্রাহকের তথ্য বাইরে যাওয়ার ঠিকানা বদলেছে',
    what: 'যাঁরা ডেমো চান, তাঁদের নাম ও নম্বর ওয়েবসাইট থেকে যেসব বাইরের ঠিকানায় যায়, সেগুলোর একটি যোগ হয়েছে, বদলেছে, বা সরানো হয়েছে।',
  },
};

const ifNobodyKnows =
  'আপনি বা আপনার কোনো সহকর্মী এটি না করে থাকলে এখনই পাসওয়ার্ড বদলান, আর ব্যাক অফিসের Activity পাতায় দেখুন আর কী কী হয়েছে।';

/**
 * Queues a notice for every active owner. It runs before the change is written, so that an owner who loses the role
 * gets it too. `what` names the account or address; `except` gets a notice of their own.
 */
export async function notifyOwners(
  transaction: Database,
  actor: Actor | 'command',
  notice: keyof typeof ownerNotices,
  what: string,
  except: number | null = null,
): Promise<void> {
  const owners = await selectOwners(transaction)
    .select(['id', 'email'])
    .$if(except !== null, (rows) => rows.where('id', '!=', except))
    .orderBy('id')
    .execute();
  const isCommand = actor === 'command';
  const facts = [`কোনটি: ${what}`, `কে করেছেন: ${isCommand ? 'যিনি সার্ভার চালান' : actor.user.email}`];
  const texts = { ...ownerNotices[notice], otherwise: ifNobodyKnows };
  for (const { id, email } of owners) {
    if (!isOneAddress(email)) continue;
    if ((await countUse(transaction, `notice ${notice} ${id}`, mostADay)) > 0) continue;
    await queueNotice(transaction, email, texts, facts, isCommand ? 'command' : actor.network);
  }
}

async function queueNotice(
  transaction: Database,
  to: string,
  { subject, what, otherwise }: { subject: string; what: string; otherwise: string },
  facts: string[],
  from: string,
): Promise<void> {
  const now = inDhaka.format(new Date());
  const when = `${bengaliDate(now)}, ${bengaliDigits(now.slice(11))} (বাংলাদেশ সময়)`;
  const paragraphs = [['আসসালামু আলাইকুম।'], [what], [...facts, `কখন: ${when}`, `কোথা থেকে: ${from}`], [otherwise]];
  const { name: brand } = await siteSettings(transaction);
  await queueMail(transaction, {
    to,
    subject,
    ...renderMailParts(
      { lang: 'bn', brand },
      paragraphs.map((lines) => ({ lines: lines.map((text) => ({ text })) })),
    ),
    kind: 'account_notice',
    usefulSeconds,
  });
}
