import type { FormField } from '#content/settings/schema.ts';
import type { ChosenPackage } from '#ui/site/chosen-package.ts';

export const demoRequestFields = ['name', 'institute_name', 'number', 'email'] as const;

export type DemoRequestField = (typeof demoRequestFields)[number];
export type DemoRequestInput = Record<DemoRequestField, string>;

/** A field beside the four; with `options` one of them is chosen. */
export interface MoreField {
  name: FormField;
  label: string;
  kind: 'choice' | 'number';
  required: false;
  options: readonly string[];
}

/** As typed: the four, and those beside them that the form has. */
export type DemoFormValues = DemoRequestInput & Partial<Record<FormField, string>>;

export type DemoRequestErrors = Partial<Record<DemoRequestField, string[]>>;

export const demoRequestLimits = { name: 190, institute_name: 190, number: 100, email: 254 } as const;

/**
 * Fields that our own form sends against spam: a honeypot, the milliseconds between first touch and submission, and the
 * proof of work (empty until one is requested).
 */
export const antiSpamFields = { honeypot: 'about_you', spent: 'spent', proof: 'proof' } as const;

/** Version of the consent text under the form. Increase it whenever the text changes. */
export const consentField = 'consent';
export const consentLine = '1';

/**
 * Keys in the browser's storage: the draft in localStorage (also the name of the island), the start of the visit in
 * sessionStorage.
 */
export const draftStorageKey = 'demo-form';
export const visitStorageKey = 'visit';

/** Required wording; a Bengali line is shown beside it. */
export const demoRequestTexts = {
  toast: 'Successfully Created !',
  sent: 'Kindly check your email for the demo link and password!',
} as const;

/**
 * State of the page after a submission without JavaScript. `mailed`: whether the demo link is mailed to the visitor.
 */
export type DemoFormState =
  | { status: 'empty' }
  | { status: 'sent'; mailed: boolean }
  | ({ status: 'invalid'; errors: DemoRequestErrors } & RetainedInput)
  | ({ status: 'failed'; message: string } & RetainedInput);

interface RetainedInput {
  values: DemoFormValues;
  chosen?: ChosenPackage;
}

export const demoFormStrings = {
  fields: {
    name: 'নাম',
    institute_name: 'প্রতিষ্ঠানের নাম',
    number: 'মোবাইল নম্বর',
    email: 'ইমেইল',
    district: 'জেলা',
    students: 'শিক্ষার্থীর সংখ্যা',
    institute_kind: 'প্রতিষ্ঠানের ধরন',
  },
  examples: {
    name: '',
    institute_name: '',
    number: '০১৭XXXXXXXX',
    email: 'nam@example.com',
  },
  choose: 'বেছে নিন',
  formName: 'ডেমোর জন্য যোগাযোগের ফরম',
  chosen: 'আপনার বাছাই:',
  change: 'বদলান',
  drop: 'বাদ দিন',
  required: '* চিহ্নিত ঘর পূরণ করুন',
  submit: 'ডেমো চাই',
  busy: 'পাঠানো হচ্ছে',
  /** Increase `consentLine` when this text changes. */
  consent: {
    before: 'অনুরোধ পাঠালে আপনি আমাদের ',
    link: 'গোপনীয়তার নীতি',
    after: ' মেনে নিচ্ছেন। তথ্য শুধু ডেমো দেওয়া ও আপনার সঙ্গে কথা বলার কাজে লাগে।',
  },
  near: 'ঠিকানাটি ঠিক আছে? নাকি লিখতে চেয়েছিলেন',
  emailHint: 'ইমেইল না থাকলে প্রতিষ্ঠানের বা বিশ্বস্ত কারও ইমেইল দিন।',
  toast: demoRequestTexts.toast,
  toastLine: 'অনুরোধ জমা হয়েছে।',
  sent: demoRequestTexts.sent,
  sentLine: 'ডেমো লিংক ও পাসওয়ার্ড ইমেইলে পাঠানো হয়েছে।',
  kept: 'আপনার অনুরোধ আমরা পেয়েছি।',
  keptLine: 'আমাদের একজন ফোন করে ডেমো দেখার ব্যবস্থা করে দেবেন।',
  next: 'এরপর',
  nextMailed: [
    'ইমেইল খুলুন। কয়েক মিনিটে না পেলে স্প্যাম ফোল্ডারও দেখুন।',
    'লিংকে ঢুকে পাসওয়ার্ডটি দিন, তারপর যা দেখতে চান চালিয়ে দেখুন।',
    'অফিসের সময়ে আমাদের একজন ফোন করে আপনার প্রশ্নগুলো শুনবেন।',
  ],
  nextCalled: [
    'অফিসের সময়ে আপনার দেওয়া নম্বরে ফোন আসবে।',
    'কখন আর কীভাবে দেখবেন, ফোনেই ঠিক করে নিন।',
    'মোবাইল বা কম্পিউটারে খুলে যা দেখতে চান চালিয়ে দেখুন।',
  ],
  sooner: 'এখনই কথা বলতে চাইলে',
  another: 'আরেকটি অনুরোধ পাঠান',
  offline: 'ইন্টারনেট সংযোগ পাওয়া যাচ্ছে না।',
  offlineLine: 'লেখাগুলো এই ডিভাইসে রাখা আছে, সর্বোচ্চ এক দিন। সংযোগ ফিরলে অনুরোধটি নিজে থেকেই চলে যাবে।',
  sendNow: 'এখন পাঠান',
  /** Visible only without CSS. */
  honeypot: 'এই ঘরটি খালি রাখুন',
  failed: 'অনুরোধ পাঠানো গেল না। একটু পরে আবার চেষ্টা করুন।',
  foreign:
    'অনুরোধ পাঠানো গেল না। একটু পরে আবার চেষ্টা করুন। উত্তরটি আমাদের সার্ভার থেকে আসেনি, ওয়াই-ফাইয়ে হয়তো আগে লগইন করতে হবে। লেখাগুলো এই ডিভাইসে রাখা আছে, সর্বোচ্চ এক দিন। অনুরোধটি নিজে থেকেই আবার পাঠানো হবে।',
} as const;
