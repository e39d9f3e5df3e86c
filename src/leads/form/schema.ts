import type { ChosenPackage } from '#ui/site/chosen-package.ts';

/** What a visitor sends to see a demo. The field names are the wire's own. */
export interface DemoRequestInput {
  name: string;
  institute_name: string;
  number: string;
  email: string;
}

export const demoRequestFields = ['name', 'institute_name', 'number', 'email'] as const;

export type DemoRequestField = (typeof demoRequestFields)[number];

/** Messages by field, as a 422 carries them. */
export type DemoRequestErrors = Partial<Record<DemoRequestField, string[]>>;

export const demoRequestLimits = { name: 190, institute_name: 190, number: 40, email: 254 } as const;

/**
 * What our own form sends beside, against spam: a honeypot that people don't see, the milliseconds between the first touch
 * and the sending, and the proof of work (empty as long as none was asked for).
 */
export const antiSpamFields = { honeypot: 'about_you', spent: 'spent', proof: 'proof' } as const;

/** The words under the form by a number of their own: another line, another number. A client that shows it sends it. */
export const consentField = 'consent';
export const consentLine = '1';

/** Where the browser keeps what was typed (local storage, by the name of the island), and how the visit began (session storage). */
export const demoFormKept = 'demo-form';
export const visitKept = 'visit';

/** Said after success, word for word, with a Bengali line beside it. */
export const demoRequestTexts = {
  toast: 'Successfully Created !',
  sent: 'Kindly check your email for the demo link and password!',
} as const;

/**
 * What the page with the form knows of an attempt that was sent without JavaScript:
 * it was stored (and is mailed to the visitor, or not), or the fields have errors (then the typed values come along), or it failed as a whole.
 */
export type DemoFormState =
  | { status: 'empty' }
  | { status: 'sent'; mailed: boolean }
  | ({ status: 'invalid'; errors: DemoRequestErrors } & Kept)
  | ({ status: 'failed'; message: string } & Kept);

/** What comes back with a request that was refused. */
interface Kept {
  values: DemoRequestInput;
  chosen?: ChosenPackage;
}
