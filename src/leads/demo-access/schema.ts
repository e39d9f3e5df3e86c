import * as z from 'zod/mini';

/** What is mailed to those who ask for a demo. */
export interface DemoAccess {
  link: string;
  password: string;
  /** Templates; see mail-text.ts. */
  subject: string;
  message: string;
}

/** Who is mailed, as far as the mail names them. */
export interface Recipient {
  name: string;
  institute: string;
}

export const demoAccessLimits = { link: 2_000, password: 200, subject: 190, message: 5_000 } as const;

/** Stand in the form until somebody writes others. */
export const builtInSubject = 'আপনার ডেমো লিংক ও পাসওয়ার্ড';

export const builtInMessage = `প্রিয় {name},

আপনি {institute}-এর জন্য ডেমো চেয়েছেন, সে জন্য ধন্যবাদ।

নিচের লিংকে গিয়ে পাসওয়ার্ডটি লিখলেই সফটওয়্যারটি নিজের হাতে চালিয়ে দেখতে পারবেন।

ডেমো লিংক: {link}
পাসওয়ার্ড: {password}

কোনো প্রশ্ন থাকলে আমাদের জানান, আমরা দেখিয়ে দেব।`;

export const demoAccessResponse = z.object({
  demo_link: z.string(),
  /** Always null: it is shown by a call of its own, to whoever enters the own password again. */
  demo_password: z.null(),
  password_set: z.boolean(),
  subject: z.string(),
  message: z.string(),
  status: z.int(),
  /** Null as long as nobody has saved anything. */
  created_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  /** How many requests wait for their mail until this is active. */
  waiting: z.int(),
  /** The name of the vendor, as mails have it. */
  brand: z.string(),
});

export type DemoAccessResponse = z.infer<typeof demoAccessResponse>;

/** Stands for whoever will ask for a demo, where a mail is shown or tried out. */
export const sampleRecipient: Recipient = { name: 'মো. আবদুল কাদের', institute: 'রূপসা আদর্শ উচ্চ বিদ্যালয়' };
