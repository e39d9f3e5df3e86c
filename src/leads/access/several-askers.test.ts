import { describe, expect, test } from 'vitest';
import { common, openAskingRoom, past, soon } from '../../../test/helpers/asking-room.ts';
import { accessFor } from '../../../test/helpers/demo-system.ts';

const room = openAskingRoom();
const { startAsker, newLead, mails, mailsOf, eventsOf, log, accesses, change } = room;

describe('One mail, whoever asks', () => {
  test('of several instances', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 8; index++) ids.push(await newLead());
    for (let index = 0; index < 3; index++) startAsker();
    await soon(mails).toHaveLength(8);
    expect(room.system.calls).toHaveLength(8);
    expect((await mails()).map(({ reference_id }) => reference_id).sort()).toEqual(ids.sort());
  });

  test('of two, one of which was killed while it asked', async () => {
    const id = await newLead();
    await room.app.database
      .updateTable('personal_accesses')
      .set({ state: 'asking', claimed_by: 'killed', claimed_at: past, attempts: 1 })
      .execute();
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect(await accesses()).toMatchObject([{ state: 'made', attempts: 2 }]);
  });

  test('of two, one of which slept until the other had answered', async () => {
    const answered = Promise.withResolvers<void>();
    room.system.plan = async (call, count) => {
      if (count === 1) await answered.promise;
      return { json: accessFor(call) };
    };
    const slow = startAsker();
    const id = await newLead();
    await soon(() => room.system.calls.length).toBe(1);
    await room.app.database.updateTable('personal_accesses').set({ claimed_at: past }).execute();
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    answered.resolve();
    await slow.close();
    expect(await mailsOf(id)).toHaveLength(1);
    expect(room.system.calls).toHaveLength(2);
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_made', 'mail_queued']);
  });

  test('of one that is stopped meanwhile, and started again', async () => {
    room.system.plan = (call, count) => (count === 1 ? 'hang' : { json: accessFor(call) });
    const first = startAsker();
    const id = await newLead();
    await soon(() => room.system.calls.length).toBe(1);
    await first.close();
    expect((await log()).data).toMatchObject([{ error: 'The program was stopped meanwhile.' }]);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('waits while mails are paused', async () => {
    const paused = { name: 'mail_paused', value: '{"since":"","reason":"older-store"}' };
    await room.app.database.insertInto('store_facts').values(paused).execute();
    const id = await newLead();
    await change({ fallback_at: past });
    startAsker();
    const other = await newLead();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([room.system.calls, await mails()]).toEqual([[], []]);
    await room.app.database.deleteFrom('store_facts').where('name', '=', 'mail_paused').execute();
    await soon(mails).toHaveLength(2);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
    expect((await mailsOf(other))[0]?.text).toContain(`own-${other}`);
  });
});
