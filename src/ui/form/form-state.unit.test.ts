import { expect, test } from 'vitest';
import { type FormEvent, type FormState, formStateOf, nextFormState } from './call-form.tsx';

const after = (events: FormEvent[], state: FormState = formStateOf(null)) => events.reduce(nextFormState, state);

test('a form knows the version of its record and of the draft that it shows', () => {
  const record = { updated_at: 'first', pending: { draft_at: 'draft' } };
  expect(formStateOf(record)).toMatchObject({ phase: 'idle', version: 'first', draftAt: 'draft' });
  const base = { title: 'first' };
  const filled = after([{ type: 'fill', record, base }]);
  expect(filled).toMatchObject({ version: 'first', draftAt: 'draft', base });
  const emptied = after([{ type: 'fill', record: null, base: null }], filled);
  expect(emptied).toMatchObject({ version: null, draftAt: null, base: null });
});

test('an answer to a save is stale once the form was filled again', () => {
  const saving = after([{ type: 'save' }]);
  expect(saving.phase).toBe('saving');
  const filled = nextFormState(saving, { type: 'fill', record: null, base: null });
  expect(filled.generation).not.toBe(saving.generation);
  expect(filled.phase).toBe('saving');
  expect(nextFormState(filled, { type: 'settle' }).phase).toBe('idle');
});

test('after a merge the next save is compared with the newer version, in the same filling', () => {
  const opened = formStateOf({ updated_at: 'first' }, { title: 'first' });
  const theirs = { title: 'theirs' };
  const newer = { updated_at: 'theirs', pending: { draft_at: 'draft' } };
  const merged = after([{ type: 'save' }, { type: 'merge', record: newer, base: theirs }], opened);
  expect(merged).toMatchObject({ phase: 'saving', version: 'theirs', draftAt: 'draft', base: theirs });
  expect(merged.generation).toBe(opened.generation);
});

test('text restored from this device is compared with the version that it was typed over', () => {
  const opened = formStateOf({ updated_at: 'newest', pending: { draft_at: 'draft' } }, { title: 'newest' });
  const restored = { type: 'restore', version: 'older', base: null } as const;
  expect(after([restored], opened)).toMatchObject({ version: 'older', draftAt: 'draft', base: null });
  expect(after([{ ...restored, draftAt: null }], opened)).toMatchObject({ version: 'older', draftAt: null });
});
