// @module-tag postgres
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secrets } from '#app.server.ts';
import { setApp } from '#auth/second-factor/factors.server.ts';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { rightPassword } from '../../../test/helpers/staff.ts';
import { freshStore } from '../../../test/helpers/store.ts';
import { setFact } from '../database/facts.server.ts';
import { Encrypter, findUndecryptable } from './encrypter.server.ts';

test('SECRET_OLD: all that the old secret encrypted is encrypted with the new one at the start', async () => {
  const store = await freshStore();
  const [old, next] = ['the secret that somebody has seen, long', 'the secret that nobody has seen, long'];
  const names = secrets.map(({ what }) => what).sort();
  expect(names).toContain('the demo password (screen Demo password)');
  let app = await openTestApp({ store, env: { SECRET: old } });
  let office = await openOffice(app);
  expect((await office.put(adminCalls.demoAccess, access)).status).toBe(200);
  const endpoint = { url: 'https://hooks.example/x', events: ['lead.won'], status: 1 };
  const { id } = await office.made(adminCalls.webhooks, endpoint);
  const gateway = { url: 'https://sms.example/?n={number}&t={text}', events: ['sms'], status: 1 };
  await office.made(adminCalls.webhooks, gateway);
  const secretOf = async () =>
    (await office.post(`${adminCalls.webhooks}/${id}/secret`, { current_password: rightPassword })).text;
  const webhookSecret = await secretOf();
  expect(webhookSecret).toContain('whsec_');
  await app.database.transaction().execute(async (transaction) => {
    await setApp(transaction, { secret: old }, office.userId, 'KEYOFANAPP', 0);
    const mail = { to: 'a@b.example', subject: 'x', text: 'x', html: 'x', kind: 'account_notice' } as const;
    await queueMail(transaction, { ...mail, secret: { secret: old } });
    await queueMail(transaction, mail);
    await setFact(transaction, 'mail_server', new Encrypter(old, 'mail-server').encrypt({ server: null, from: null }));
    await setFact(transaction, 'lead_ads', new Encrypter(old, 'lead-ads').encrypt({ status: false }));
  });
  expect(await findUndecryptable(app.database, { secret: old }, secrets)).toEqual([]);
  expect((await findUndecryptable(app.database, { secret: next }, secrets)).sort()).toEqual(names);
  const plain = () => app.database.selectFrom('mails').select(['text', 'html']).where('is_secret', '=', 0).execute();
  const plainMails = await plain();
  await app.close();

  for (let start = 0; start < 2; start++) {
    app = await openTestApp({ store, env: { SECRET: next, SECRET_OLD: old } });
    expect(await findUndecryptable(app.database, { secret: next }, secrets)).toEqual([]);
    expect((await findUndecryptable(app.database, { secret: old }, secrets)).sort()).toEqual(names);
    await app.close();
  }
  app = await openTestApp({ store, env: { SECRET: next } });
  office = await openOffice(app);
  expect(await secretOf()).toBe(webhookSecret);
  expect((await office.post(adminCalls.demoAccessReveal, { current_password: rightPassword })).json()).toMatchObject({
    data: { demo_password: access.demo_password },
  });
  expect(await plain()).toEqual(plainMails);
  await app.close();
  await store.remove();
});

test('every secret is one of a module', () => {
  const declared = globSync('src/**/*.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/: EncryptedColumn = \{\s+what: '(.+)'/g)].map(([, what]) => what),
  );
  expect(secrets.map(({ what }) => what).sort()).toEqual(declared.sort());
});
