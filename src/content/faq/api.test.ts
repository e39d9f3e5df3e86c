import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { faqs } from './kind.server.ts';

testListKind('faq', {
  form: async () => ({ question: 'ইন্টারনেট না থাকলে কী হবে?', answer: '<p>মোবাইলের ডেটাতেও চলে।</p>', status: 1 }),
  text: { form: 'question', record: 'question' },
  required: ['question', 'answer'],
  wrong: [
    ['answer', ''],
    ['answer', '<p> </p>'],
    ['answer', { $gt: '' }],
  ],
  shown: ['question', 'answer'],
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('a public list answers an empty list where there is none, and the page says so', async () => {
  const { faq, clients, downloads, features, statistics, testimonials, videos } = calls;
  for (const call of [faq, clients, downloads, features, statistics, testimonials, videos])
    expect((await app.get(call)).json(), call).toEqual([]);
  const page = (await app.get(pages.packages)).text;
  expect(page.slice(page.indexOf('id="faq"'))).toContain('Data Not Found!');
});

test('active questions come in their order, to the call and the page, hostile text as text', async () => {
  const hostile = `<script>alert('ক')</script> & "x"`;
  const [first, second] = await app.changes.write(['faq'], async (transaction) => [
    await faqs.add(transaction, { question: hostile, answer: '<p>না।</p><script>x</script>', sort_order: 2 }),
    await faqs.add(transaction, { question: 'এসএমএসের খরচ কত?', answer: '<p>যত পাঠাবেন তত।</p>', sort_order: 1 }),
  ]);
  expect((await app.get(calls.faq)).json()).toEqual([
    { id: second, question: 'এসএমএসের খরচ কত?', answer: '<p>যত পাঠাবেন তত।</p>' },
    { id: first, question: hostile, answer: '<p>না।</p>' },
  ]);
  const page = (await app.get(pages.packages)).text;
  const [cost = '', odd = ''] = page.split('<details>').slice(1);
  expect(cost).toContain(`<div id="faq-${second}"><div class="rich"><p>যত পাঠাবেন তত।</p>`);
  expect(odd).not.toContain('<script>x');
  expect(page).toContain('"@type":"FAQPage"');
});

test('a question is found by its answer as soon as it is written, and not when it is hidden', async () => {
  const office = await openOffice(app);
  const entry = { question: 'নেট না থাকলে?', answer: '<p>ছাপা <b>খাতাতেও</b> চলে।</p>' };
  const { id } = await office.made(adminCalls.faq, entry);
  const find = async () => (await app.get(`${calls.search}?q=${encodeURIComponent('ছাপা খাতাতেও')}`)).json();
  expect(await find()).toMatchObject({ total: 1, results: [{ kind: 'question', url: pages.faqAnswer(id) }] });
  await office.put(`${adminCalls.faq}/${id}`, { ...entry, status: 0 });
  expect(await find()).toMatchObject({ total: 0 });
});
