import { describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openAskingRoom, past, soon } from '../../../test/helpers/asking-room.ts';
import { accessFor } from '../../../test/helpers/demo-system.ts';
import { callOf, leadOf } from '../../../test/helpers/leads.ts';

const room = openAskingRoom();
const { startAsker, newLead, mails, mailsOf, eventsOf, log, accesses, change } = room;

describe('What staff do with the lead', () => {
  const post = (path: string, id: number, body: object = {}) => room.office.post(callOf(path, id), body);

  test('sending once more repeats the own access while it lasts, then asks for a new one', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await post(leadCalls.resend, id)).json()).toMatchObject({
      message: expect.stringContaining('mail is not set up'),
    });
    expect(await mailsOf(id)).toHaveLength(2);
    expect((await mailsOf(id))[1]?.text).toContain(`own-${id}`);
    expect(room.system.calls).toHaveLength(1);
    await change({ expires_at: past });
    room.system.plan = () => ({ json: { link: 'https://demo.prangon.example/again', password: 'again' } });
    expect((await post(leadCalls.resend, id)).json()).toMatchObject({ message: expect.stringContaining('is asked') });
    await soon(() => mailsOf(id)).toHaveLength(3);
    expect((await mailsOf(id))[2]?.text).toContain('https://demo.prangon.example/again');
    expect(new Set(room.system.calls.map((call) => call.id)).size).toBe(2);
  });

  test('sending once more while it is asked sends nothing twice', async () => {
    const id = await newLead();
    for (let time = 0; time < 2; time++) expect((await post(leadCalls.resend, id)).status).toBe(200);
    expect(await accesses()).toHaveLength(1);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await eventsOf(id)).filter((event) => event === 'access_asked')).toHaveLength(1);
  });

  test('spam waits, whenever it was marked, and is asked for when it is none after all', async () => {
    const id = await newLead();
    await post(leadCalls.spam, id);
    await change({ fallback_at: past });
    startAsker();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([room.system.calls, await mails()]).toEqual([[], []]);
    await post(leadCalls.notSpam, id);
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
  });

  test('spam that was held from the beginning is asked for when it is none after all', async () => {
    const id = await newLead();
    await room.app.database.deleteFrom('personal_accesses').execute();
    await room.app.database.updateTable('demo_requests').set({ spam: 1, access_mail: 'held' }).execute();
    await post(leadCalls.notSpam, id);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('spam that was marked while the demo system answered is mailed when it is none after all', async () => {
    const marked = Promise.withResolvers<void>();
    room.system.plan = async (call) => {
      await marked.promise;
      return { json: accessFor(call) };
    };
    startAsker();
    const id = await newLead();
    await soon(() => room.system.calls.length).toBe(1);
    await post(leadCalls.spam, id);
    marked.resolve();
    await soon(async () => (await accesses())[0]?.state).toBe('made');
    expect(await mailsOf(id)).toEqual([]);
    await post(leadCalls.notSpam, id);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
    expect(room.system.calls).toHaveLength(1);
  });

  test('what is merged keeps its own access; what is deleted waits', async () => {
    const [kept, merged, deleted] = [await newLead(), await newLead(), await newLead()];
    await post(leadCalls.merge, kept, { ids: [merged] });
    await room.office.delete(callOf(leadCalls.one, deleted));
    startAsker();
    await soon(mails).toHaveLength(2);
    expect((await mailsOf(merged))[0]?.text).toContain(`own-${merged}`);
    const { history } = await leadOf(room.office, kept);
    expect(
      history
        .filter(({ event }) => event === 'access_made')
        .map(({ request_id }) => request_id)
        .sort(),
    ).toEqual([kept, merged].sort());
    await post(leadCalls.restore, deleted);
    await soon(() => mailsOf(deleted)).toHaveLength(1);
  });

  test('whoever is erased leaves nothing, also while the demo system is asked', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    const erased = Promise.withResolvers<void>();
    room.system.plan = async (call) => {
      await erased.promise;
      return { json: accessFor(call) };
    };
    await change({ expires_at: past });
    await post(leadCalls.resend, id);
    await soon(() => room.system.calls.length).toBe(2);
    expect((await post(leadCalls.erase, id, { confirm: 'ERASE' })).status).toBe(200);
    erased.resolve();
    await soon(async () => (await log()).data).toEqual([]);
    expect([await accesses(), await mails()]).toEqual([[], []]);
  });
});
