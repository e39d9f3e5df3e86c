import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

const path = adminCalls.news;

const form = {
  date: '2026-12-05',
  short_title: 'ভর্তি',
  title: 'অনলাইন ভর্তির নতুন ব্যবস্থা',
  description: 'এখন থেকে মোবাইলেই ভর্তির আবেদন করা যাবে।',
  content: '<p>এখন থেকে <strong>মোবাইলেই</strong>।</p>',
  editimage: '/media/../../etc/passwd',
  status: true,
};

testListKind('news', {
  form: async () => form,
  record: ({ editimage: _, status: __, ...own }) => own,
  text: { form: 'title', record: 'title' },
  required: ['date', 'short_title', 'title', 'description', 'image'],
  wrong: [
    ['date', '2026-02-30'],
    ['date', '0000-00-00'],
    ['date', '99999-01-01'],
    ['date', '2026-12-05T00:00:00+06:00'],
    ['date', 20261205],
    ['short_title', ' \u202e\t '],
    ['description', 'ক'.repeat(5_001)],
    ['content', 7],
    ['content', `<p>${'x'.repeat(2 * 2 ** 20)}</p>`],
    ['content', '<blockquote>'.repeat(101)],
    ['content', '<p><img src="data:image/png;base64,AAAA"></p>'],
    ['content', '<p>x</p>'.repeat(20_001)],
    ['image', `/media/${'0'.repeat(40)}.webp`],
  ],
  shown: ['date', 'short_title', 'title', 'description'],
  ordered: false,
});

let app: TestApp;
let office: Office;
let png: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  png = await dataUrl(320, 200);
  return app.close;
});

describe('POST /admin/News', () => {
  test('answers the whole record and nothing else; its picture and its article are there at once', async () => {
    const { editimage: _, ...own } = form;
    const data = await office.made(path, { ...form, image: png });
    expect(data).toEqual({
      ...own,
      id: data.id,
      status: 1,
      image: expect.stringMatching(/^\/media\/[0-9a-f]{40}\.webp$/),
      image_width: 320,
      image_height: 200,
      image_srcset: expect.stringContaining(' 160w'),
      image_alt: null,
      pending: null,
      image_focus: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect((await app.get(String(data.image))).status).toBe(200);
    expect((await app.get(`/api/get-single-news/${data.id}`)).json()).toMatchObject({ title: form.title });
  });

  test('takes texts of exactly the largest length, and names it beyond', async () => {
    const longest = { short_title: 'খ'.repeat(255), description: '\u{1f33a}'.repeat(5_000) };
    expect((await office.post(path, { ...form, ...longest, image: png })).status).toBe(201);
    const answer = await office.post(path, { ...form, title: 'ক'.repeat(256), image: png });
    expect(answer.json<{ message: string }>().message).toContain('255');
  });

  test('reads Bengali digits in the date, and false as Inactive', async () => {
    const record = await office.made(path, { ...form, date: '২০২৬-১২-০৫', status: '0', image: png });
    expect(record).toMatchObject({ date: '2026-12-05', status: 0 });
    expect((await app.get(`/api/get-single-news/${record.id}`)).status).toBe(404);
  });

  test('cleans rich text and stores the pictures in it as files', async () => {
    const dirty = `<p onclick="x()" style="text-align: center">ভর্তি<script>alert(1)</script></p><img src="${png}" alt="ছবি">`;
    const { content } = await office.made(path, { ...form, content: dirty, image: png });
    expect(content).toMatch(/^<p class="align-center">ভর্তি<\/p><img src="\/media\/[0-9a-f]{40}\.webp" alt="ছবি" \/>$/);
  });

  test('may have a picture of 8 MB and 20,000 words in paragraphs, with links and blanks that do not break', {
    tags: ['full'],
  }, async () => {
    const noise = await sharp(randomBytes(1_600 * 1_600 * 3), { raw: { width: 1_600, height: 1_600, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(7 * 2 ** 20);
    const image = `data:image/png;base64,${noise.toString('base64')}`;
    const words = Array.from({ length: 100 }, (_, at) => (at % 10 ? 'শিক্ষার্থী&nbsp;' : '<a href="/news">খবর</a> '));
    const { id } = await office.made(path, { ...form, image, content: `<p>${words.join('')}</p>`.repeat(200) });
    const shown = (await app.get(`/api/get-single-news/${id}`)).json<{ content: string; image_width: number }>();
    expect(shown.image_width).toBe(1_600);
    expect(shown.content.match(/শিক্ষার্থী|খবর/g)).toHaveLength(20_000);
  });

  test('texts made of one sign alone are refused before they hold anybody up', async () => {
    for (const [call, field, sign] of [
      ...['&lt;', '<', '</', '&#', '>'].map((each) => [path, 'content', each] as const),
      [adminCalls.faq, 'answer', '<'],
    ] as const) {
      const text = { question: 'কত?', [field]: sign.repeat(200_001) };
      const answer = await office.post(call, { ...form, ...text, image: png });
      const { errors } = answer.json<{ errors: object }>();
      expect([answer.status, errors], sign).toEqual([422, { [field]: [expect.stringMatching(/too many parts/)] }]);
    }
  });

  test.each([null, '', '  ', '<p><br></p>', '<p>&nbsp;</p>'])('takes %j as an empty article', async (content) => {
    expect((await office.made(path, { ...form, content, image: png })).content).toBe('');
  });
});

describe('PUT /admin/News/{id}', () => {
  test('takes a new picture, or another record’s, and leaves status and content as they are when they are not sent', async () => {
    const made = await office.made(path, { ...form, status: 0, image: png });
    const other = await office.made(path, { ...form, image: await dataUrl(100, 100, '#aa2211') });
    const { status: _status, content, ...rest } = form;
    const same = await office.put(`${path}/${made.id}`, { ...rest, image: other.image });
    expect(same.json()).toMatchObject({ data: { image: other.image, image_width: 100, status: 0, content } });
    const answer = await office.put(`${path}/${made.id}`, { ...rest, image: await dataUrl(64, 64, '#123456') });
    expect(answer.json()).toMatchObject({ data: { image_width: 64 } });
  });

  test('of twenty edits of one version, one is written', async () => {
    const made = await office.made(path, { ...form, image: png });
    const edits = Array.from({ length: 20 }, (_, index) =>
      office.put(`${path}/${made.id}`, { ...form, title: `সম্পাদনা ${index}`, updated_at: made.updated_at }),
    );
    const statuses = (await Promise.all(edits)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)]);
  });
});

test('content that was written past the form reaches nobody as it is', async () => {
  const made = await office.made(path, { ...form, image: png });
  const hostile = '<p>ok<img src=x onerror=alert(1)></p><script>alert(1)</script>';
  await app.database.updateTable('news').set({ content: hostile }).where('id', '=', made.id).execute();
  await app.changes.write(['news'], async () => undefined);
  for (const answer of [await app.get(`/api/get-single-news/${made.id}`), await office.get(`${path}/${made.id}`)]) {
    expect(answer.text).toContain('<p>ok</p>');
    expect(answer.text).not.toContain('alert');
  }
});
