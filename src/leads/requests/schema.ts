import type { ChosenPackage } from '#ui/site/chosen-package.ts';

export const demoRequestFields = ['name', 'institute_name', 'number', 'email'] as const;

export type DemoRequestField = (typeof demoRequestFields)[number];
export type DemoRequestInput = Record<DemoRequestField, string>;

export type DemoRequestErrors = Partial<Record<DemoRequestField, string[]>>;

export const demoRequestLimits = { name: 190, institute_name: 190, number: 40, email: 254 } as const;

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
  values: DemoRequestInput;
  chosen?: ChosenPackage;
}
