import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { admissionNews } from '../../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
let image: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  image = await dataUrl(8, 8);
  return app.close;
});

const tooMany = 200_001;

test('texts made of one sign alone are refused before they hold anybody up', async () => {
  const form = { ...admissionNews, image, question: 'কত?' };
  for (const [call, field, sign] of [
    ...['&lt;', '<', '</', '&#', '>'].map((each) => [adminCalls.news, 'content', each] as const),
    [adminCalls.faq, 'answer', '<'],
  ] as const) {
    const answer = await office.post(call, { ...form, [field]: sign.repeat(tooMany) });
    const { errors } = answer.json<{ errors: object }>();
    expect([answer.status, errors], sign).toEqual([422, { [field]: [expect.stringMatching(/too many parts/)] }]);
  }
});

test('an article may have 20,000 words in paragraphs, with links and blanks that do not break', async () => {
  const words = Array.from({ length: 100 }, (_, at) => (at % 10 ? 'শিক্ষার্থী&nbsp;' : '<a href="/news">খবর</a> '));
  const content = `<p>${words.join('')}</p>`.repeat(200);
  const { id } = await office.made(adminCalls.news, { ...admissionNews, image, content });
  const page = await app.get(calls.newsDetails.replace(':id', String(id)));
  expect(page.json<{ content: string }>().content.match(/শিক্ষার্থী|খবর/g)).toHaveLength(20_000);
});
