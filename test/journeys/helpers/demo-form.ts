import type { Locator, Page } from 'playwright-core';
import { type DemoRequestInput, demoFormStrings } from '../../../src/leads/requests/schema.ts';
import { said } from '../../helpers/specified-texts.ts';

/** What stands under each field that was left empty. */
export const errorsOfEmpty = {
  name: 'নাম লিখুন।',
  institute_name: 'প্রতিষ্ঠানের নাম লিখুন।',
  number: 'মোবাইল নম্বর লিখুন।',
  email: 'ইমেইল ঠিকানা লিখুন।',
};

/** Most sites of the journeys have no mail server, and say what happens instead of a mail. */
const sentText = new RegExp(`${demoFormStrings.keptLine}|${said.sent}`);

const labels = { name: 'নাম', institute_name: 'প্রতিষ্ঠানের নাম', number: 'মোবাইল নম্বর', email: 'ইমেইল' } as const;

type Field = keyof typeof labels;

/** The demo form, found as a reader finds it: by its names. */
export class DemoForm {
  readonly #page: Page;
  readonly toggle: Locator;
  readonly submit: Locator;
  readonly failure: Locator;
  readonly retry: Locator;
  /** Said while there is no connection. */
  readonly waiting: Locator;
  readonly sent: Locator;
  readonly toast: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.toggle = page.locator('[data-demo-toggle]');
    const form = page.getByRole('form', { name: 'ডেমোর জন্য যোগাযোগের ফরম' });
    this.submit = form.locator('.demo-send button');
    this.failure = form.getByRole('alert');
    this.retry = form.getByRole('button', { name: 'আবার চেষ্টা' });
    this.waiting = form.getByRole('status');
    this.sent = page.locator('#demo').getByText(sentText);
    this.toast = page.getByRole('status').getByText(said.sentToast);
  }

  field(name: Field): Locator {
    return this.#page.getByRole('textbox', { name: labels[name], exact: true });
  }

  async fill(input: Partial<DemoRequestInput>): Promise<void> {
    for (const [name, text] of Object.entries(input)) await this.field(name as Field).fill(text);
  }

  /** The message that a reader of this field is told, or null where it is not marked as wrong. */
  errorOf(name: Field): Promise<string | null> {
    return this.field(name).evaluate((input) => {
      if (input.getAttribute('aria-invalid') !== 'true') return null;
      // The error is told before the hint.
      const [first = ''] = (input.getAttribute('aria-describedby') ?? '').split(' ');
      const description = document.getElementById(first);
      return description?.checkVisibility() ? (description.textContent ?? '') : 'a message that cannot be seen';
    });
  }

  async errors(): Promise<Record<Field, string | null>> {
    const [name, institute_name, number, email] = await Promise.all(
      (['name', 'institute_name', 'number', 'email'] as const).map((field) => this.errorOf(field)),
    );
    return { name: name ?? null, institute_name: institute_name ?? null, number: number ?? null, email: email ?? null };
  }

  async values(): Promise<Record<Field, string>> {
    const read = (name: Field) => this.field(name).inputValue();
    return {
      name: await read('name'),
      institute_name: await read('institute_name'),
      number: await read('number'),
      email: await read('email'),
    };
  }
}

/** Opens the form of the page, and waits until its island lives. */
export async function openForm(page: Page): Promise<DemoForm> {
  const form = new DemoForm(page);
  await form.toggle.click();
  await page.locator('[data-island=demo-form][data-awake=yes]').waitFor();
  return form;
}

/** Fills in the form of a page on which it is not folded, once its island lives. */
export async function fillForm(page: Page, input: Partial<DemoRequestInput>): Promise<DemoForm> {
  const form = new DemoForm(page);
  await form.field('name').click();
  await formLives(page);
  await form.fill(input);
  return form;
}

export function formLives(page: Page): Promise<void> {
  return page.locator('[data-island=demo-form][data-awake=yes]').waitFor({ state: 'attached' });
}
