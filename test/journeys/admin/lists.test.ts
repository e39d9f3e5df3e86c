import { describe, expect, test } from 'vitest';
import { said } from '../../helpers/specified-texts.ts';
import { focused, soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { type Kind, kinds } from './helpers/kinds.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

describe.each(kinds)('$name', (kind) => {
  const labels = Object.keys(kind.fields);
  const [label = ''] = labels;
  const title = kind.fields[label] ?? '';
  const renamed = `${title} (নতুন)`;

  // The shortest form of all.
  const tags = kind.name === 'FAQ' ? [] : ['full'];

  test('is added, mended, edited, deleted, brought back', { tags }, async () => {
    office.site.expectTrouble(/status of (422|500)/);
    const page = await office.enter(kind.path);
    const screen = new Screen(page);
    expect(await page.title()).toBe(`${kind.name} | Dashboard`);
    await expectHeads(screen, kind);

    await screen.submit.click();
    await expectErrors(screen, kind);
    for (const name of labels) await screen.set(name, kind.fields[name] ?? '');
    if (kind.hasImage) await screen.choosePicture();
    // Each message goes as its field is filled; the button must stand still when it is pressed.
    await soon(() => screen.form.locator('.field-error').count()).toBe(0);
    await screen.submit.click();
    await screen.toast(said.created).waitFor();
    await soon(() => screen.field(label).inputValue()).toBe('');

    await screen.searchFor(title);
    await screen.button(`Edit: ${title}`).click();
    await screen.heading(`Update ${kind.name}`).waitFor();
    expect(await screen.submit.textContent()).toBe('Update');
    expect(await screen.field(label).inputValue()).toBe(title);
    await screen.form.getByText('Editing row 1').waitFor();
    await screen.cancel();
    await screen.heading(`Add ${kind.name}`).waitFor();
    expect(await screen.field(label).inputValue()).toBe('');
    // The button is gone; the keyboard goes on in the list.
    await soon(() => focused(page)).not.toBe('nothing');

    await screen.button(`Edit: ${title}`).click();
    await screen.heading(`Update ${kind.name}`).waitFor();
    await screen.field(label).fill(renamed);
    await screen.submit.click();
    await screen.toast(kind.updated).waitFor();
    await screen.heading(`Add ${kind.name}`).waitFor();
    expect(await screen.submit.textContent()).toBe('Add');
    await screen.row(renamed).waitFor();

    await expectDeletion(screen, kind, renamed);
    await screen.button('Undo').click();
    await screen.toast(kind.restored).waitFor();
    await soon(() => focused(screen.page)).not.toBe('nothing');
    // What is the same in every list, and says nothing of the kind, is tried in one.
    if (kind !== kinds[0]) return;
    await screen.button(`Delete: ${renamed}`).click();
    await screen.button('Yes, proceed').click();
    await screen.row(renamed).waitFor({ state: 'detached' });
    await screen.button('Trash').press('Enter');
    await screen.heading(`Trash: ${kind.name}`).waitFor();
    await soon(() => focused(page)).toBe('Back to list');
    await screen.button(`Restore: ${renamed}`).click();
    await screen.row(renamed).waitFor({ state: 'detached' });
    await screen.button('Back to list').press('Enter');
    await soon(() => focused(page)).toBe('Trash');
    await screen.searchFor(renamed);
  });
});

async function expectHeads({ list }: Screen, { heads }: Kind): Promise<void> {
  const shown = await list.locator('thead').getByRole('columnheader').allInnerTexts();
  expect(shown).toEqual(['Number', ...heads, 'Actions']);
}

/** Under each field its own message, a line above with their number, and the focus in the first one. */
async function expectErrors(screen: Screen, { errors, hasImage }: Kind): Promise<void> {
  const count = Object.keys(errors).length + (hasImage ? 1 : 0);
  await screen.form
    .getByText(count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`)
    .waitFor();
  for (const [name, message] of Object.entries(errors))
    expect(await screen.errorOf(screen.field(name)), name).toBe(message);
  if (hasImage)
    expect(await screen.errorOf(screen.form.getByRole('button', { name: /^Image Choose/ }))).toBe('Choose a picture.');
}

/** Asked first, with the words of the specification; a failure is said; what is deleted is gone from the list. */
async function expectDeletion(screen: Screen, kind: Kind, name: string): Promise<void> {
  const { page, dialog } = screen;
  const remove = screen.button(`Delete: ${name}`);
  await remove.click();
  await dialog.getByRole('heading', { name: kind.deleteTitle, exact: true }).waitFor();
  await dialog.getByText(`You are about to Delete this ${kind.one}.`, { exact: true }).waitFor();
  expect(await dialog.locator('svg.lucide-triangle-alert').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.route(`**${kind.call}/*`, (route) => route.fulfill({ status: 500, json: { message: 'Server Error' } }), {
    times: 1,
  });
  await remove.click();
  await screen.button('Yes, proceed').click();
  await screen.toast(kind.deleteFailed).waitFor();

  await remove.click();
  await screen.button('Yes, proceed').click();
  const life = (bar: Element) => getComputedStyle(bar).animationDuration;
  expect(await screen.toast(kind.deleted).locator('.Toastify__progress-bar').evaluate(life)).toBe('10s');
  await screen.row(name).waitFor({ state: 'detached' });
}
