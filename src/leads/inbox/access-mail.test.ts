import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const newLead = () => askForDemo(app, visitor(people++));

describe('The mail with link and password', () => {
  beforeAll(async () => {
    const answer = await office.put('/admin/demo-access', {
      demo_link: 'https://demo.example/',
      demo_password: 'Shapla-2026',
      subject: 'ডেমো',
      status: 1,
      message: 'নমস্কার {name}, {institute_name}: {demo_link} {demo_password}',
    });
    expect(answer.status, answer.text).toBe(200);
  });

  const mailsTo = (email: string) =>
    app.database.selectFrom('mails').select(['id', 'kind']).where('recipient', '=', email).execute();

  test('POST /{id}/resend mails it once more, five times a day', async () => {
    const id = await newLead();
    const { email } = await leadOf(office, id);
    const before = (await mailsTo(email)).length;
    for (let time = 0; time < 5; time++) expect((await office.post(callOf(leadCalls.resend, id), {})).status).toBe(200);
    expect((await office.post(callOf(leadCalls.resend, id), {})).status).toBe(429);
    expect((await mailsTo(email)).length).toBe(before + 5);
    const events = (await leadOf(office, id)).history.filter(({ event }) => event === 'mail_resent');
    expect(events.map(({ user }) => user?.id)).toEqual(Array(5).fill(office.userId));
  });

  test('is not sent to spam, and without an address', async () => {
    const [spam, silent] = [await newLead(), await newLead()];
    await office.post(callOf(leadCalls.spam, spam), {});
    await app.database.updateTable('demo_requests').set({ email: '' }).where('id', '=', silent).execute();
    expect((await office.post(callOf(leadCalls.resend, spam), {})).status).toBe(409);
    expect((await office.post(callOf(leadCalls.resend, silent), {})).status).toBe(422);
  });

  test('POST /{id}/not-spam sends what was held back, once', async () => {
    const id = await newLead();
    const { email } = await leadOf(office, id);
    await app.database.deleteFrom('mails').where('recipient', '=', email).execute();
    await app.database
      .updateTable('demo_requests')
      .set({ spam: 1, access_mail: 'held' })
      .where('id', '=', id)
      .execute();
    for (let time = 0; time < 2; time++) {
      const answer = await office.post(callOf(leadCalls.notSpam, id), {});
      expect(answer.json()).toMatchObject({ data: { spam: false, access_mail: 'queued' } });
    }
    expect(await mailsTo(email)).toMatchObject([{ kind: 'demo_access' }]);
  });

  test('POST /{id}/not-spam sends nothing to whom nothing was promised, with an address or without', async () => {
    for (const email of ['imported@shapla.example', '']) {
      const id = await newLead();
      const imported = { email, spam: 1, access_mail: 'none' } as const;
      await app.database.updateTable('demo_requests').set(imported).where('id', '=', id).execute();
      const answer = await office.post(callOf(leadCalls.notSpam, id), {});
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json()).toMatchObject({ data: { spam: false, access_mail: 'none' } });
      expect(await mailsTo(email)).toEqual([]);
    }
  });
});
