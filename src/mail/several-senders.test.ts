// @module-tag postgres
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openMailRoom, senderLimits, someone, waits } from '../../test/helpers/mail-room.ts';
import { mailQueue } from './attempts.server.ts';

const room = openMailRoom();

describe('Several instances', () => {
  test('share the work: each mail is sent once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) => room.queue({ to: `m${index}@school.example` })),
    );
    await Promise.all([room.start(), room.start(), room.start()]);
    for (const id of ids) await room.becomes(id, 'sent');
    expect(room.server.mails).toHaveLength(60);
    expect(new Set(room.server.mails.map(({ messageId }) => messageId)).size).toBe(60);
  });

  test('take first what waits longest: a mail that is tried again stands behind those that were not', async () => {
    const again = await room.queue();
    const ids: number[] = [];
    for (let mail = 0; mail < 11; mail++) ids.push(await room.queue());
    // As after a pause in which the process was held up: all are due.
    const longAgo = '2020-01-01T00:00:00.000Z';
    await room.app.database.updateTable('mails').set({ next_attempt_at: longAgo }).where('id', '!=', again).execute();
    ids.push(again);
    const taken: number[] = [];
    for (const _ of ids) taken.push((await mailQueue.claim(room.app.database, 'one of several'))?.id ?? 0);
    expect(taken).toEqual(ids);
  });

  test('take over what a killed one left, and say so in the history', async () => {
    const id = await room.queue();
    const longAgo = '2020-01-01T00:00:00.000Z';
    await room.app.database
      .updateTable('mails')
      .set({ state: 'sending', claimed_by: 'killed', claimed_at: longAgo, attempts: 1 })
      .execute();
    await room.app.database
      .insertInto('mail_attempts')
      .values({ mail_id: id, recipient: someone, sender: 'killed', started_at: longAgo })
      .execute();
    await room.start();
    await room.becomes(id, 'sent');
    expect(await room.outcomes(id)).toEqual(['interrupted', 'sent']);
  });

  test('leave alone what a living one is sending, however long that takes', async () => {
    room.server.plan = (at) => (at === 'content' ? 'hang' : null);
    await room.start({}, { smtp: waits(8_000) });
    const id = await room.queue();
    await expect.poll(async () => (await room.mail(id)).state).toBe('sending');
    await room.start();
    await sleep(senderLimits.lease * 2);
    expect(await room.mail(id)).toMatchObject({ state: 'sending', attempts: 1 });
    await room.app.database.deleteFrom('mails').execute();
  });

  test('a stopping one finishes what is on its way, and takes nothing more', async () => {
    room.server.plan = (at) => (at === 'rcpt' ? 'hang' : null);
    const sender = await room.start({}, { smtp: waits(700) });
    const id = await room.queue();
    await expect.poll(async () => (await room.mail(id)).state).toBe('sending');
    const closing = sender.close();
    const later = await room.queue();
    await closing;
    expect(await room.mail(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringMatching(/./) });
    expect(await room.mail(later)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('A store that was put back from a backup', () => {
  test('sends nothing until somebody confirms it, and is known by its place too', async () => {
    const first = await room.start();
    await room.becomes(await room.queue(), 'sent');
    await first.close();
    await room.app.database.deleteFrom('store_facts').where('name', '=', 'mail_moment').execute();
    const second = await room.start();
    const id = await room.queue({ to: 'later@school.example' });
    await expect.poll(() => room.fact('mail_paused')).toMatchObject({ reason: 'older-store' });
    await sleep(200);
    expect(await room.mail(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await room.app.database.transaction().execute((transaction) => second.restoreDetection.accept(transaction));
    await room.becomes(id, 'sent');
    await second.close();
    const third = await room.start();
    await room.becomes(await room.queue(), 'sent');
    await third.close();
    const place = room.app.database.updateTable('store_facts').where('name', '=', 'mail_store');
    await place.set({ value: '"another"' }).execute();
    await room.start();
    expect(await room.fact('mail_paused')).toMatchObject({ reason: 'another-store' });
  });
});
