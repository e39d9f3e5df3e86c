import { expect, test } from 'vitest';
import { type FormEvent, type FormState, formStateOf, nextFormState } from './form-state.ts';

const after = (events: FormEvent[], state: FormState = formStateOf(null)) => events.reduce(nextFormState, state);

test('a form knows the version of its record and of the draft that it shows', () => {
  const record = { updated_at: 'first', pending: { draft_at: 'draft' } };
  expect(formStateOf(record)).toMatchObject({ phase: 'idle', version: 'first', draftAt: 'draft' });
  expect(after([{ type: 'fill', record }])).toMatchObject({ version: 'first', draftAt: 'draft' });
  expect(
    after([
      { type: 'fill', record },
      { type: 'fill', record: null },
    ]),
  ).toMatchObject({
    version: null,
    draftAt: null,
  });
});

test('an answer to a save is stale once the form was filled again', () => {
  const saving = after([{ type: 'save' }]);
  expect(saving.phase).toBe('saving');
  const filled = nextFormState(saving, { type: 'fill', record: null });
  expect(filled.generation).not.toBe(saving.generation);
  expect(filled.phase).toBe('saving');
  expect(nextFormState(filled, { type: 'settle' }).phase).toBe('idle');
});

test('after a conflict the next save is compared with the newer version, in the same filling', () => {
  const opened = formStateOf({ updated_at: 'first' });
  const conflict = after([{ type: 'save' }, { type: 'conflict', newer: { updated_at: 'theirs' } }], opened);
  expect(conflict).toMatchObject({ phase: 'conflict', version: 'theirs', generation: opened.generation });
  expect(nextFormState(conflict, { type: 'settle' })).toMatchObject({ phase: 'idle', version: 'theirs' });
});

test('text restored from this device is compared with the version that it was typed over', () => {
  const opened = formStateOf({ updated_at: 'newest' });
  expect(after([{ type: 'restore', version: 'older' }], opened)).toMatchObject({ version: 'older' });
});
