import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp } from '../../helpers/app.ts';
import { type Office, openOffice } from '../../helpers/office.ts';

let office: Office;
beforeAll(async () => {
  const app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const faults: Record<string, string> = {
  many: 'This address is of a playlist, a channel or a redirect.',
  film: 'No film can have this address',
  none: 'Paste the address of a YouTube video',
};
const lines = readFileSync(path.join(import.meta.dirname, 'films.txt'), 'utf8')
  .trim()
  .split('\n')
  .slice(1);

test.each(lines.map((line) => line.split(' | ')))('%s: %s', async (link = '', expected = '') => {
  const answer = await office.post(adminCalls.videos, { gallery_title: 'ভর্তি', gallery_link: link });
  const fault = faults[expected];
  if (fault) {
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: { gallery_link: string[] } }>().errors.gallery_link[0]).toContain(fault);
    return;
  }
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.json<{ data: { id: number } }>().data;
  const { data } = (await office.get(`${adminCalls.videos}/${id}`)).json<{ data: { gallery_link: string } }>();
  const stored = expected === '=' ? link : 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  expect(data.gallery_link).toBe(stored);
});
