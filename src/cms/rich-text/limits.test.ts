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

test.each(['&lt;', '<', '</', '&#', '>'])(
  'news made of %s alone are refused before they hold anybody up',
  async (sign) => {
    const answer = await office.post(adminCalls.news, { ...admissionNews, image, content: sign.repeat(tooMany) });
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: object }>().errors).toEqual({ content: [expect.stringMatching(/too many parts/)] });
  },
);

test('an answer made of < alone is refused before it holds anybody up', async () => {
  const answer = await office.post(adminCalls.faq, { question: 'কত?', answer: '<'.repeat(tooMany) });
  expect(answer.status).toBe(422);
  expect(answer.json<{ errors: object }>().errors).toEqual({ answer: [expect.stringMatching(/too many parts/)] });
});

test('an article may have 20,000 words in paragraphs, with links and blanks that do not break', async () => {
  const words = Array.from({ length: 100 }, (_, at) => (at % 10 ? 'শিক্ষার্থী&nbsp;' : '<a href="/news">খবর</a> '));
  const content = `<p>${words.join('')}</p>`.repeat(200);
  const { id } = await office.made(adminCalls.news, { ...admissionNews, image, content });
  const page = await app.get(calls.newsDetails.replace(':id', String(id)));
  expect(page.json<{ content: string }>().content.match(/শিক্ষার্থী|খবর/g)).toHaveLength(20_000);
});
