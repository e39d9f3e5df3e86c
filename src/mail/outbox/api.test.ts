import { describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import { sweepMails } from '../queue.server.ts';
import type { MailRow } from './schema.ts';

const outbox = openOutbox();
const { queue, set, read } = outbox;
const path = adminCalls.mails;

describe('GET /admin/mails', () => {
  test('newest first, in pages whose links keep the question', async () => {
    const ids: number[] = [];
    for (let mail = 0; mail < 12; mail++) ids.push(await queue());
    const answer = await outbox.office.get(`${path}?state=queued&per_page=5&page=2`);
    const page = answer.json<{ data: MailRow[]; total: number; next_page_url: string }>();
    expect(page.data.map(({ id }) => id)).toEqual([...ids].reverse().slice(5, 10));
    expect(page.total).toBe(12);
    expect(Object.fromEntries(new URL(page.next_page_url, outbox.app.url).searchParams)).toEqual({
      state: 'queued',
      per_page: '5',
      page: '3',
    });
    expect(page.data[0]).not.toHaveProperty('text');
  });

  test('by state, by words of address and subject in either digits, by what it is about', async () => {
    const sent = await queue({ to: 'nasrin.akter@school.example', reference: { kind: 'demo_request', id: 7 } });
    await set(sent, { state: 'sent' });
    const other = await queue({ subject: 'Class ৯ routine' });
    expect(await outbox.office.ids(`${path}?state=sent`)).toEqual([sent]);
    expect(await outbox.office.ids(`${path}?state=queued`)).toEqual([other]);
    expect(await outbox.office.ids(`${path}?state=nonsense`)).toEqual([other, sent]);
    expect(await outbox.office.ids(`${path}?search=AKTER`)).toEqual([sent]);
    expect(await outbox.office.ids(`${path}?search=class%209`)).toEqual([other]);
    expect(await outbox.office.ids(`${path}?search=%25`)).toEqual([]);
    expect(await outbox.office.ids(`${path}?reference=demo_request:7`)).toEqual([sent]);
    expect(await outbox.office.ids(`${path}?reference=demo_request:8`)).toEqual([]);
    expect((await outbox.office.get(`${path}?search=${'x'.repeat(201)}`)).status).toBe(422);
  });
});

describe('GET /admin/mails/{id}', () => {
  test('is the mail as the receiver sees it, with every attempt', async () => {
    const id = await queue({ replyTo: 'sales@prangon.example', reference: { kind: 'demo_request', id: 3 } });
    const started = '2026-11-05T06:00:00.000Z';
    await outbox.app.database
      .insertInto('mail_attempts')
      .values([
        {
          mail_id: id,
          recipient: 'old@school.example',
          sender: 'a',
          started_at: started,
          ended_at: started,
          outcome: 'failed',
          answer: '451 later',
        },
        { mail_id: id, recipient: 'new@school.example', sender: 'b', started_at: started },
      ])
      .execute();
    expect(await read(id)).toMatchObject({
      from: 'প্রাঙ্গণ <hello@prangon.example>',
      reply_to: 'sales@prangon.example',
      reference: { kind: 'demo_request', id: 3 },
      text: 'লিংক',
      html: '<p>লিংক</p>',
      state: 'queued',
      history: [
        { recipient: 'old@school.example', outcome: 'failed', answer: '451 later' },
        { recipient: 'new@school.example', outcome: null },
      ],
      can: { send: true, correct: true, cancel: true },
    });
  });

  test.each(['0', '-1', 'x', '2147483648', '1e3'])('answers 404 for %s', async (id) => {
    expect((await outbox.office.get(`${path}/${id}`)).status).toBe(404);
  });
});

test('mails that belong to no record go 90 days after they ended; the others stay', async () => {
  const longAgo = { state: 'sent', updated_at: new Date(Date.now() - 91 * 86_400_000).toISOString() };
  const [notice, failed, about, fresh, waiting] = [
    await queue(),
    await queue(),
    await queue({ reference: { kind: 'demo_request', id: 1 } }),
    await queue(),
    await queue(),
  ];
  await set(notice, longAgo);
  await set(failed, { ...longAgo, state: 'dead' });
  await set(about, longAgo);
  await set(fresh, { state: 'sent' });
  await set(waiting, { ...longAgo, state: 'queued' });
  await sweepMails(outbox.app.database);
  expect(await outbox.office.ids(path)).toEqual([waiting, fresh, about]);
});
