import type { Disposable, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { type Office, openOffice } from '../../../helpers/office.ts';
import { hireStaff, type Staff, signIn } from '../../../helpers/staff.ts';
import { openSite, type Site, type SiteOptions, type VisitOptions } from '../../helpers/site.ts';

/** The back office in a browser, with somebody signed in; and a colleague who works beside through the calls. */
export class BackOffice {
  readonly site: Site;
  staff!: Staff;
  token!: string;
  colleague!: Office;

  constructor(site: Site) {
    this.site = site;
  }

  /** Opens a screen as somebody who has been signed in for a while. */
  async enter(
    path: string,
    { token = this.token, before, ...options }: VisitOptions & { token?: string } = {},
  ): Promise<Page> {
    let signIn: Disposable | undefined;
    const page = await this.site.visit(path, {
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // A storage state would take a page and a process of its own.
      before: async (page) => {
        signIn = await page.addInitScript((kept) => localStorage.setItem('token', kept), token);
        await before?.(page);
      },
      ...options,
    });
    await signIn?.dispose();
    await page.locator('h1').waitFor({ state: 'attached' });
    return page;
  }
}

/** Gives a test file its back office. After each test the console must have been silent. */
export function openBackOffice(options: SiteOptions = {}): BackOffice {
  const office = new BackOffice(openSite(options));
  beforeAll(async () => {
    const { app } = office.site;
    office.staff = await hireStaff(app, 'Nasrin Akter');
    office.token = await signIn(app, office.staff);
    office.colleague = await openOffice(app);
  });
  return office;
}
