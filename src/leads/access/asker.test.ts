import { describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { dayAfter, dayInDhaka } from '#server/dhaka.server.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { common, openAskingRoom, past, soon } from '../../../test/helpers/asking-room.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { accessFor } from '../../../test/helpers/demo-system.ts';
import { askForDemo, leadOf } from '../../../test/helpers/leads.ts';
import { isSigned } from '../../../test/helpers/receiver.ts';
import { rightPassword } from '../../../test/helpers/staff.ts';
import { personalAccessSweepJobs } from './api.server.ts';

const room = openAskingRoom();
const { startAsker, offer, personal, newLead, mails, mailsOf, eventsOf, log, accesses, change } = room;
const inDays = (days: number) => dayAfter(dayInDhaka(new Date()), days);

describe('A request', () => {
  test('gets the link and password that the demo system made for it, with their last day', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    const [mail] = await mailsOf(id);
    const { link, password } = accessFor({ request: { id } } as Parameters<typeof accessFor>[0]);
    expect(mail?.text).toContain(`লিংক ${link}\nপাসওয়ার্ড ${password}\nমেয়াদ ${bengaliDate(inDays(14))}`);
    expect(mail?.html).toContain(bengaliDate(inDays(14)));
    expect(mail?.text).not.toContain(common.demo_password);
    const [call, ...more] = room.system.to(room.visitor.email);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ event: 'request.created', expires_in_days: 14, headers: { 'webhook-id': call?.id } });
    expect(call?.request).toMatchObject({ id, email: room.visitor.email, number: expect.stringMatching(/^\+8801/) });
    const { secret } = (
      await room.office.post(adminCalls.personalAccessSecret, { current_password: rightPassword })
    ).json<{
      data: { secret: string };
    }>().data;
    expect(call && isSigned(call, secret)).toBe(true);
    expect(await leadOf(room.office, id)).toMatchObject({ access_mail: 'queued' });
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_made', 'mail_queued']);
    const made = (await leadOf(room.office, id)).history.find(({ event }) => event === 'access_made');
    expect(made?.details).toEqual({ expires_on: inDays(14) });
    expect(await log()).toMatchObject({
      data: [{ event: 'request.created', outcome: 'answered', http_status: 200, lead: { id } }],
      waiting: 0,
    });
  });

  test('is asked for in the transaction that stores it, and waits where nobody asks', async () => {
    const id = await newLead();
    expect(await leadOf(room.office, id)).toMatchObject({ access_mail: 'asked' });
    expect(await accesses()).toMatchObject([{ request_id: id, state: 'queued', attempts: 0 }]);
    expect((await log()).waiting).toBe(1);
    expect(await mails()).toEqual([]);
  });

  test('gets the common access at once where personal access is off, and where there is no demo access waits for that', async () => {
    await personal({ status: 0 });
    const id = await newLead();
    expect((await mailsOf(id))[0]?.text).toContain(`লিংক ${common.demo_link}\nপাসওয়ার্ড ${common.demo_password}\n\n`);
    await personal();
    await offer({ status: 0 });
    const waiting = await newLead();
    expect(await leadOf(room.office, waiting)).toMatchObject({ access_mail: 'waiting' });
    await offer();
    expect(await leadOf(room.office, waiting)).toMatchObject({ access_mail: 'asked' });
    startAsker();
    await soon(() => mailsOf(waiting)).toHaveLength(1);
  });

  test('keeps its access encrypted, and forgets it when it ends', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect(JSON.stringify(await accesses())).not.toContain(`own-${id}`);
    for (const { run } of personalAccessSweepJobs(room.app)) await run();
    expect((await accesses())[0]?.access_sealed).not.toBe('');
    await change({ expires_at: past });
    for (const { run } of personalAccessSweepJobs(room.app)) await run();
    expect(await accesses()).toMatchObject([{ state: 'made', access_sealed: '' }]);
  });

  test('may get a link of its own with the password of all, and an end that the demo system chose', async () => {
    room.system.plan = () => ({ json: { link: 'https://demo.prangon.example/mine', expires_at: inDays(3) } });
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(
      `লিংক https://demo.prangon.example/mine\nপাসওয়ার্ড ${common.demo_password}\nমেয়াদ ${bengaliDate(inDays(3))}`,
    );
  });

  test('a message that does not tell until when gets that at its end', async () => {
    await offer({ message: 'প্রিয় {name}, {link} {password}' });
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`\n\nমেয়াদের শেষ দিন: ${bengaliDate(inDays(14))}\n`);
  });
});

describe('A demo system that fails', () => {
  test.each([
    ['answers 500', { status: 500, text: 'no' }, 'It answered 500.'],
    [
      'redirects',
      { status: 302, headers: { location: 'https://demo.example/' }, text: '' },
      'redirects are not followed',
    ],
    ['answers rubbish', { text: '<html>' }, 'no JSON object'],
    ['answers without end', { text: 'x'.repeat(20_000) }, 'more than 16 KiB'],
    ['answers what can’t be mailed', { json: { link: 'javascript:alert(1)' } }, 'no https address'],
    ['never answers', 'hang', 'within 1.5 s'],
    ['cuts the line', 'drop', 'connection broke'],
  ] as const)('and %s is asked again under the same id, until it answers', async (_what, fault, reason) => {
    room.system.plan = (call, count) => (count === 1 ? fault : { json: accessFor(call) });
    startAsker(fault === 'hang' ? { call: { time: 1_500, bytes: 1_024 } } : {});
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
    expect(room.system.calls).toHaveLength(2);
    expect(new Set(room.system.calls.map((call) => call.id)).size).toBe(1);
    expect((await log()).data).toMatchObject([
      { outcome: 'answered', error: null },
      { outcome: 'failed', error: expect.stringContaining(reason) },
    ]);
  });

  test('for too long leaves the common access, once, and is not asked any more', async () => {
    room.system.plan = () => ({ status: 503, text: '' });
    startAsker();
    const id = await newLead();
    await soon(() => room.system.calls.length).toBeGreaterThan(0);
    expect(await mailsOf(id)).toEqual([]);
    await change({ fallback_at: past });
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
    expect((await mailsOf(id))[0]?.text).not.toContain('মেয়াদ');
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_not_made', 'mail_queued']);
    expect(await accesses()).toMatchObject([{ state: 'fallen_back', access_sealed: '' }]);
    expect(await leadOf(room.office, id)).toMatchObject({ access_mail: 'queued' });
  });

  test('holds up no other request', async () => {
    const slow = visitor(500);
    room.system.plan = (call) => (call.request.email === slow.email ? 'hang' : { json: accessFor(call) });
    startAsker();
    await askForDemo(room.app, slow);
    await soon(() => room.system.to(slow.email).length).toBe(1);
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('and is switched off leaves the common access at once', async () => {
    room.system.plan = () => ({ status: 503, text: '' });
    startAsker();
    const id = await newLead();
    await personal({ status: 0 });
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
  });
});
