import { expect, test } from 'vitest';
import { mergeFields, withImage } from './merge.ts';

const base = { title: 'one', content: '<p>one</p>', status: true, count: 5, tags: [1, 2], note: null };

test('fields that only one changed need no question', () => {
  const mine = { ...base, title: 'mine' };
  const theirs = { ...base, content: '<p>theirs</p>', status: false };
  expect(mergeFields(base, mine, theirs)).toEqual({ theirsOnly: ['content', 'status'], conflicting: [] });
});

test('a field that both changed is conflicting, rich text as one; not one that both changed to the same', () => {
  const mine = { ...base, title: 'mine', content: '<p>one</p><p>mine</p>' };
  const theirs = { ...base, count: 6, content: '<p>theirs</p><p>one</p>' };
  expect(mergeFields(base, mine, theirs)).toEqual({ theirsOnly: ['count'], conflicting: ['content'] });
  const same = { ...base, title: 'same' };
  expect(mergeFields(base, same, same)).toEqual({ theirsOnly: [], conflicting: [] });
});

test('what an input makes of a number, of nothing and of a list is no change', () => {
  const mine = { ...base, count: '5', note: '', tags: ['1', '2'] };
  expect(mergeFields(base, mine, { ...base, count: 7, tags: [1] }).theirsOnly).toEqual(['count', 'tags']);
  expect(mergeFields(base, mine, base)).toEqual({ theirsOnly: [], conflicting: [] });
});

test('without the base each difference is conflicting; nothing is overwritten unseen', () => {
  const theirs = { ...base, title: 'theirs', count: 6 };
  expect(mergeFields(null, { ...base, title: 'mine' }, theirs)).toEqual({
    theirsOnly: [],
    conflicting: ['title', 'count'],
  });
});

test('a disabled field and one that the record does not have stay as they are', () => {
  const mine = { ...base, title: undefined, place: 7 } as never;
  expect(mergeFields(base, mine, { ...base, title: 'theirs' })).toEqual({ theirsOnly: [], conflicting: [] });
});

test('emptying a field is a change', () => {
  expect(mergeFields(base, { ...base, title: '' }, { ...base, title: 'theirs' }).conflicting).toEqual(['title']);
  expect(mergeFields(base, { ...base, title: 'mine' }, { ...base, title: '' }).conflicting).toEqual(['title']);
});

test('a picture that was not chosen anew is that of the record', () => {
  expect(withImage({ image: '' }, '/a.webp')).toEqual({ image: '/a.webp' });
  expect(withImage({ image: 'data:x' }, '/a.webp')).toEqual({ image: 'data:x' });
  expect(withImage({ title: '' }, '/a.webp')).toEqual({ title: '' });
});
