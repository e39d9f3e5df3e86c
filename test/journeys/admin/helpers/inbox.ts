import type { Locator, Page } from 'playwright-core';
import type { rahim } from '../../../helpers/content.ts';
import { openForm } from '../../helpers/demo-form.ts';
import type { Site } from '../../helpers/site.ts';

let people = 0;

/** Somebody who never asked before. */
export function somebody(): typeof rahim {
  const index = ++people;
  return {
    name: `নার্গিস ${index}`,
    institute_name: `ইছামতী বিদ্যানিকেতন ${index}`,
    number: `015110000${String(index).padStart(2, '0')}`,
    email: `nargis${index}@ichamati.example`,
  };
}

/** Somebody asks for a demo on the site, in a browser. */
export async function askOnSite(site: Site, person = somebody(), width?: number): Promise<typeof person> {
  const page = await site.visit('/', { ...(width && { width }) });
  const form = await openForm(page);
  await form.fill(person);
  await form.submit.click();
  await form.sent.waitFor();
  return person;
}

export function toast(page: Page, text: string): Locator {
  return page.locator('.toast').filter({ hasText: text });
}

/** The open lead. */
export function panel(page: Page): Locator {
  return page.getByRole('dialog');
}
