import { describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import type { MailRow } from './schema.ts';

const outbox = openOutbox();
const { queue, set, read } = outbox;
const path = adminCalls.mails;

const send = (id: number, body: object = {}) => outbox.office.post(`${path}/${id}/send`, body);
const cancel = (id: number) => outbox.office.post(`${path}/${id}/cancel`, {});

describe('POST /admin/mails/{id}/send', () => {
  test('brings back what did not arrive, to a corrected address, and writes that down; to the same one it stays as it was', async () => {
    const id = await queue({ to: 'nasrin@gmial.example' });
    await set(id, { state: 'bounced', attempts: 1, last_error: '550 no such user', message_id: 'x@prangon.example' });
    const answer = await send(id, { recipient: ' nasrin@gmail.example ' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json<{ data: MailRow }>().data).toMatchObject({ id, state: 'queued', attempts: 0 });
    const mail = await read(id);
    expect(mail.recipient).toBe('nasrin@gmail.example');
    expect(mail.message_id).not.toBe('x@prangon.example');
    expect(await outbox.office.ids(`${path}?search=gmail`)).toEqual([id]);
    expect(await auditOf('send-again')).toEqual({
      record_id: id,
      user_id: outbox.office.userId,
      before: '{"recipient":"nasrin@gmial.example","state":"bounced"}',
      after: `{"recipient":"nasrin@gmail.example","state":"queued","mail":${id}}`,
    });
    await set(id, { state: 'dead' });
    await send(id);
    expect(await read(id)).toMatchObject({ state: 'queued', message_id: mail.message_id });
  });

  test('sends a copy of what was sent, as a message of its own, and one only', async () => {
    const id = await queue({ reference: { kind: 'demo_request', id: 9 } });
    await set(id, { state: 'sent' });
    const [first, second] = await Promise.all([send(id), send(id)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const [copyId, original] = await outbox.office.ids(`${path}?reference=demo_request:9`);
    expect(original).toBe(id);
    const copy = await read(copyId ?? 0);
    expect(copy).toMatchObject({ state: 'queued', copy_of: id, text: 'লিংক' });
    expect(copy.message_id).not.toBe((await read(id)).message_id);
    expect((await send(id, { recipient: 'other@school.example' })).status).toBe(200);
  });

  test.each([
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '',
    `${'a'.repeat(64)}@${'b'.repeat(200)}.example`,
  ])('answers 422 at the field to %j', async (recipient) => {
    const answer = await send(await queue(), { recipient });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['recipient']);
  });

  test('answers 409 while it is being sent, and to what is of no use any more', async () => {
    const id = await queue({ usefulSeconds: 60 });
    await set(id, { state: 'sending' });
    expect((await send(id)).status).toBe(409);
    await set(id, { state: 'dead', expires_at: '2020-01-01T00:00:00.000Z' });
    expect((await send(id)).status).toBe(409);
    expect((await send(2_000_000_000)).status).toBe(404);
  });
});

test('what is unclear is sent again as the same message when staff say so', async () => {
  const id = await queue();
  await set(id, { state: 'unclear', message_id: 'same@prangon.example' });
  expect(await outbox.office.ids(`${path}?state=unclear`)).toEqual([id]);
  expect((await send(id)).json()).toMatchObject({ data: { id, state: 'queued' } });
  expect((await read(id)).message_id).toBe('same@prangon.example');
});

test('POST /admin/mails/send sends all again that were given up, or are unclear', async () => {
  const ids = [await queue(), await queue(), await queue(), await queue()];
  const [dead = 0, other = 0, unclear = 0, bounced = 0] = ids;
  for (const id of [dead, other]) await set(id, { state: 'dead', attempts: 7 });
  await set(unclear, { state: 'unclear' });
  await set(bounced, { state: 'bounced' });
  const sendAll = (state: string) => outbox.office.post(adminCalls.sendMails, { state });
  expect((await sendAll('dead')).json()).toMatchObject({ data: { mails: 2 } });
  expect((await sendAll('unclear')).json()).toMatchObject({ data: { mails: 1 } });
  expect(await outbox.office.ids(`${path}?state=bounced`)).toEqual([bounced]);
  expect((await read(dead)).attempts).toBe(0);
  expect((await sendAll('sent')).status).toBe(422);
});

describe('POST /admin/mails/{id}/cancel', () => {
  test('stops what waits and sets aside what did not arrive; anything else is a 409', async () => {
    for (const state of ['queued', 'bounced', 'dead'] as const) {
      const id = await queue();
      await set(id, { state });
      expect((await cancel(id)).status).toBe(200);
      expect(await read(id)).toMatchObject({ state: 'cancelled' });
      expect(await auditOf('cancel')).toMatchObject({ record_id: id, before: `{"state":"${state}"}` });
    }
    for (const state of ['sending', 'sent', 'cancelled']) {
      const id = await queue();
      await set(id, { state });
      expect((await cancel(id)).status, state).toBe(409);
    }
  });

  test('leaves one that is unclear as sent', async () => {
    const id = await queue();
    await set(id, { state: 'unclear', last_error: 'The connection ended' });
    expect(await read(id)).toMatchObject({ can: { send: true, correct: true, cancel: true } });
    const answer = await cancel(id);
    expect(answer.json()).toMatchObject({ data: { state: 'sent' }, message: 'The mail is left as sent' });
    expect((await auditOf('cancel'))?.before).toContain('"state":"unclear"');
  });
});

/** The last time that somebody did this. */
async function auditOf(action: string) {
  const rows = await outbox.app.database
    .selectFrom('audit_events')
    .select(['record_id', 'before', 'after', 'user_id'])
    .where('kind', '=', 'mails')
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.at(-1);
}
