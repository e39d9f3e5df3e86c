import { beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { WholeLead } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
let people = 300;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

/** A lead with one note. */
async function noted(note: string) {
  const id = await askForDemo(app, visitor(people++));
  const answer = await office.post(callOf(leadCalls.notes, id), { note });
  expect(answer.status).toBe(201);
  const { note_id, at } = lastOf(answer.json<{ data: WholeLead }>().data);
  return { id, at, path: callOf(leadCalls.note, id).replace(':note', String(note_id)) };
}

function lastOf(lead: WholeLead): WholeLead['history'][number] {
  const last = pastOf(lead).at(-1);
  if (!last) throw new Error('Nothing happened with this lead');
  return last;
}

const detailsIn = (id: number) =>
  app.database.selectFrom('demo_request_events').select(['event', 'details']).where('request_id', '=', id).execute();

test('PUT /{id}/notes/{note} changes a note, and its line tells who did and when', async () => {
  const { id, at, path } = await noted('Wants it in Janury');
  const answer = await office.put(path, { note: ' Wants it in January ', updated_at: at });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({ message: 'Note updated successfully' });
  const { note_id, ...line } = lastOf(await leadOf(office, id));
  expect(note_id).toBeGreaterThan(0);
  expect(line).toMatchObject({
    event: 'noted',
    at,
    user: { id: office.userId },
    details: {
      note: 'Wants it in January',
      changed_at: expect.stringMatching(/^20/),
      changed_by: expect.stringMatching(/./),
    },
  });
});

test('the same text again changes nothing', async () => {
  const { id, path } = await noted('As it is');
  await office.put(path, { note: 'As it is' });
  expect(lastOf(await leadOf(office, id)).details).toEqual({ note: 'As it is' });
});

test('a note that somebody else changed meanwhile is a 409, and stays theirs', async () => {
  const { id, at, path } = await noted('First');
  await office.put(path, { note: 'Theirs', updated_at: at });
  expect((await office.put(path, { note: 'Mine', updated_at: at })).status).toBe(409);
  const { details } = lastOf(await leadOf(office, id));
  expect(details).toMatchObject({ note: 'Theirs' });
  expect(
    (await office.put(path, { note: 'Mine', updated_at: details && 'changed_at' in details && details.changed_at }))
      .status,
  ).toBe(200);
});

test('DELETE /{id}/notes/{note} takes the words away for good; the history says that there was a note', async () => {
  const { id, path } = await noted('Said in confidence');
  const answer = await office.delete(path);
  expect(answer.json()).toMatchObject({ message: 'Note deleted successfully' });
  const line = lastOf(await leadOf(office, id));
  expect(line).toMatchObject({ event: 'note_deleted', user: { id: office.userId } });
  expect(Object.keys(line.details ?? {}).sort()).toEqual(['changed_at', 'changed_by']);
  expect(JSON.stringify(await detailsIn(id))).not.toContain('confidence');
  expect((await office.delete(path)).status).toBe(404);
});

test('a deletion is undone by writing the text again, at the place where it was', async () => {
  const { id, at, path } = await noted('Not to be deleted');
  await office.delete(path);
  expect((await office.put(path, { note: 'Not to be deleted' })).status).toBe(200);
  expect(lastOf(await leadOf(office, id))).toMatchObject({
    event: 'noted',
    at,
    details: { note: 'Not to be deleted' },
  });
});

test('only a note of this lead, with words, can be written', async () => {
  const [mine, theirs] = [await noted('Mine'), await noted('Theirs')];
  const foreign = theirs.path.replace(`/${theirs.id}/`, `/${mine.id}/`);
  const received = pastOf(await leadOf(office, mine.id))[0]?.key.replace('event ', '');
  const notes = callOf(leadCalls.notes, mine.id);
  for (const path of [foreign, `${notes}/${received}`, `${notes}/0`, `${notes}/x`, `${notes}/2147483647`]) {
    expect((await office.put(path, { note: 'Elsewhere' })).status, path).toBe(404);
    expect((await office.delete(path)).status, path).toBe(404);
  }
  expect((await office.put(mine.path, { note: ' ' })).status).toBe(422);
  expect((await office.put(mine.path, { note: 'x'.repeat(5_001) })).status).toBe(422);
  expect((await office.put(mine.path, { note: 'x', updated_at: 5 })).status).toBe(422);
  await office.delete(callOf(leadCalls.one, mine.id));
  expect((await office.put(mine.path, { note: 'In the trash' })).status).toBe(404);
});

test('the audit tells who did what, and nothing of the words', async () => {
  const { id, path } = await noted('Kader bhai');
  await office.put(path, { note: 'Kader sir' });
  await office.delete(path);
  await office.put(path, { note: 'Kader sir' });
  const rows = await app.database
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'before', 'after'])
    .where('kind', '=', 'demo_requests')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['note', 'change_note', 'delete_note', 'restore_note']);
  expect(rows.every(({ user_id }) => user_id === office.userId)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('Kader');
});
