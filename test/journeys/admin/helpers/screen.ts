import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

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

  /** A button, or where the kind has drafts an item of a menu. */
  async cancel(): Promise<void> {
    const menu = this.button('More actions');
    await this.button('Cancel').or(menu).click();
    if (await menu.count()) await this.page.getByRole('menuitem', { name: 'Cancel' }).click();
  }

  /** Empties the form of a new record of a kind that has drafts. */
  async clear(): Promise<void> {
    await this.button('More actions').click();
    await this.page.getByRole('menuitem', { name: 'Clear' }).click();
    await this.button('Leave').click();
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

  async choosePicture(colour?: string): Promise<void> {
    await this.form
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pictureFile(colour));
    await this.form.getByText(/^drawn\.png, /).waitFor();
  }

  async searchFor(text: string): Promise<void> {
    await this.search.fill(text);
    await this.search.press('Enter');
    await this.row(text).first().waitFor();
  }
}

async function pictureFile(colour = '#2f7a5d') {
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return { name: 'drawn.png', mimeType: 'image/png', buffer };
}
