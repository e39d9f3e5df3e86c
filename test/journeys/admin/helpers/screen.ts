import type { Locator, Page } from 'playwright-core';
import { drawnPng } from '../../../helpers/content.ts';

/** A list screen as its user finds it: by what is written on it. */
export class Screen {
  readonly page: Page;
  readonly form: Locator;
  readonly submit: Locator;
  readonly list: Locator;
  readonly search: Locator;
  readonly dialog: Locator;
  readonly unsaved: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.locator('form.form-card');
    this.submit = this.form.locator('button[type=submit]');
    this.list = page.getByRole('region', { name: /^(List|Trash)(?!.*: table)/ });
    this.search = page.getByRole('searchbox', { name: 'Search this list' });
    this.dialog = page.getByRole('alertdialog');
    this.unsaved = page.getByText('Unsaved changes');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  first(button: RegExp): Locator {
    return this.page.getByRole('button', { name: button }).first();
  }

  /** A button, or where the kind has drafts an item of a menu. */
  async cancel(): Promise<void> {
    const menu = this.button('More actions');
    await this.button('Cancel').or(menu).click();
    if (await menu.count()) await this.page.getByRole('menuitem', { name: 'Cancel' }).click();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** A field by its label; the star of required ones is not part of its name. */
  field(label: string): Locator {
    const named = { name: label, exact: true };
    return this.form
      .getByRole('textbox', named)
      .or(this.form.getByRole('combobox', named))
      .or(this.form.getByLabel(new RegExp(`^${label}( \\*)?$`)).and(this.page.locator('input[type=date]')));
  }

  /** The message that belongs to a field, or null where it is not marked as wrong. */
  async errorOf(field: Locator): Promise<string | null> {
    return field.evaluate((element) => {
      const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
      const message = ids.map((id) => document.getElementById(id)).find((node) => node?.className === 'field-error');
      return message?.checkVisibility() ? message.textContent : null;
    });
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** A toast with this text; see `BackOffice`. */
  toast(text: string): Locator {
    return this.page.locator('.toast').filter({ hasText: text });
  }

  /** Writes the text, or chooses it where the field offers choices. */
  async set(label: string, text: string): Promise<void> {
    const field = this.field(label);
    if ((await field.getAttribute('role')) !== 'combobox') return field.fill(text);
    await field.fill(text);
    await this.page.getByRole('option', { name: text, exact: true }).first().click();
  }

  async choosePicture(): Promise<void> {
    const drawn = { name: 'drawn.png', mimeType: 'image/png', buffer: await drawnPng(320, 200) };
    await this.form.locator('input[type=file]').first().setInputFiles(drawn);
    await this.form.getByText(/^drawn\.png, /).waitFor();
  }

  async searchFor(text: string): Promise<void> {
    await this.search.fill(text);
    await this.search.press('Enter');
    await this.row(text).first().waitFor();
  }
}
