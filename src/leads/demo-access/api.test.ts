import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { up as hidePasswords } from '../../../db/migrations/039-no-passwords-in-mails.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access, clearDemoAccess, secret } from '../../../test/helpers/demo-access.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, rightPassword, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { hiddenPassword, passwordFiller } from './give-access.server.tsx';
import { builtInMessage, builtInSubject } from './schema.ts';

let app: TestApp;
let office: Office;
/** The audit keeps everything, so each test looks at what came after this. */
let auditedBefore = 0;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});
beforeEach(async () => {
  await clearDemoAccess(app);
  auditedBefore += (await audit()).length;
});

const audit = () =>
  app.database.selectFrom('audit_events').selectAll().orderBy('id').offset(auditedBefore).limit(100).execute();

const save = (change: object = {}) => office.put(adminCalls.demoAccess, { ...access, ...change });
const read = async () => (await office.get(adminCalls.demoAccess)).json<{ data: Record<string, unknown> }>().data;
const keptMails = () =>
  app.database.selectFrom('mails').selectAll().where('kind', 'like', 'demo_access%').orderBy('id').execute();
/** As they are sent. */
const mails = async () => {
  const rows = await keptMails();
  return Promise.all(rows.map(async (mail) => ({ ...mail, ...(await passwordFiller(app)(mail)) })));
};
const waiting = async () => (await read()).waiting;
const requestDemo = async (index: number, change: object = {}) => {
  const answer = await app.requestDemo({ ...visitor(index), ...change }, {}, `127.0.5.${index}`);
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: { id: number } }>().data.id;
};
const eventsOf = async (id: number) => {
  const events = app.database.selectFrom('demo_request_events').select('event').where('request_id', '=', id);
  return (await events.orderBy('id').execute()).map(({ event }) => event);
};

describe('GET and PUT /admin/demo-access', () => {
  test('begins with built-in texts and nothing to mail', async () => {
    expect(await read()).toEqual({
      demo_link: '',
      demo_password: null,
      password_set: false,
      subject: builtInSubject,
      message: builtInMessage,
      status: 0,
      created_at: null,
      updated_at: null,
      waiting: 0,
      brand: 'প্রাঙ্গণ',
    });
  });

  test('keeps what was saved, and never answers the password', async () => {
    const answer = await save();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain(secret);
    expect(await read()).toMatchObject({ ...access, demo_password: null, password_set: true });
  });

  test('keeps the password encrypted, and out of history and audit, which tell what was changed', async () => {
    await save();
    await save({ demo_password: 'another-4712' });
    // Saving the same again changes nothing.
    for (let time = 0; time < 2; time++) await save({ demo_password: 'another-4712', subject: 'ডেমো' });
    const row = await app.database.selectFrom('demo_access').selectAll().executeTakeFirstOrThrow();
    const audited = await audit();
    const history = await office.get(`${adminCalls.activity}?record=demo-access:1`);
    for (const kept of [JSON.stringify(row), JSON.stringify(audited), history.text])
      for (const word of [secret, 'another-4712', 'undefined']) expect(kept).not.toContain(word);
    expect(audited.map(({ action, kind }) => [action, kind])).toEqual([
      ['create', 'demo-access'],
      ['update', 'demo-access'],
      ['update', 'demo-access'],
    ]);
    expect(JSON.parse(audited[1]?.after ?? '')).toEqual({ demo_password: '(hidden)' });
    expect(history.text).not.toContain(row.password_sealed);
    expect(history.json<{ data: object[] }>().data.slice(0, 3)).toMatchObject([
      { action: 'update', after: { subject: 'ডেমো' } },
      { action: 'update' },
      { action: 'create' },
    ]);
  });

  test('a link without https:// is completed', async () => {
    expect((await save({ demo_link: 'demo.example.com/try' })).status).toBe(200);
    expect((await read()).demo_link).toBe('https://demo.example.com/try');
  });

  test('an empty password, and one that is not sent, keep the one that is there', async () => {
    await save();
    for (const demo_password of ['', null, undefined]) expect((await save({ demo_password })).status).toBe(200);
    const shown = await office.post(adminCalls.demoAccessReveal, { current_password: rightPassword });
    expect(shown.json()).toEqual({ data: { demo_password: secret } });
  });

  test.each([
    ['demo_link', { demo_link: '' }],
    ['demo_link', { demo_link: 'javascript:alert(1)' }],
    ['demo_link', { demo_link: 'https://user:word@demo.example' }],
    ['demo_link', { demo_link: 'https://demo.example/"><script>' }],
    ['demo_password', { demo_password: '' }],
    ['demo_password', { demo_password: 'two\nlines' }],
    ['demo_password', { demo_password: 'x'.repeat(201) }],
    ['demo_password', { demo_password: 7 }],
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'x'.repeat(191) }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(5_001) }],
    ['status', { status: 'yes' }],
  ])('%s is refused in %j', async (field, change) => {
    const answer = await save(change);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect((await read()).updated_at).toBeNull();
  });

  test.each(['subject', 'message'])('a placeholder that means nothing is named at %s', async (field) => {
    const answer = await save({ [field]: 'ডেমো {name} {phone} {{secret}}' });
    expect(answer.status).toBe(422);
    const message = answer.json<{ errors: Record<string, string[]> }>().errors[field]?.[0];
    expect(message).toContain('{phone}, {{secret}}');
    expect(message).toContain('{institute}');
  });

  test('an edit of something older is a 409 with what is there now', async () => {
    const first = (await save()).json<{ data: { updated_at: string } }>().data;
    await app.database.updateTable('demo_access').set({ updated_at: '2026-01-01T00:00:00.000Z' }).execute();
    const stale = await save({ subject: 'other', updated_at: first.updated_at });
    expect(stale.status).toBe(409);
    expect(stale.json()).toMatchObject({ data: { subject: access.subject, demo_password: null } });
    expect((await read()).subject).toBe(access.subject);
    expect((await save({ subject: 'other', updated_at: '2026-01-01T00:00:00.000Z' })).status).toBe(200);
  });
});

test('Personal access is gone', async () => {
  for (const call of ['', '/history', '/log']) {
    expect((await office.get(`${adminCalls.demoAccess}/personal${call}`)).status).toBe(404);
  }
});

describe('POST /admin/demo-access/reveal', () => {
  test('shows the password to whoever enters the own one, and writes that down', async () => {
    await save();
    const answer = await office.post(adminCalls.demoAccessReveal, { current_password: rightPassword });
    expect(answer.json()).toEqual({ data: { demo_password: secret } });
    expect((await audit()).at(-1)).toMatchObject({
      action: 'reveal-password',
      user_id: office.userId,
      before: null,
      after: null,
    });
  });

  test('refuses a wrong password, and after some of them every one', async () => {
    await save();
    const token = await sessionOf(app, await hireStaff(app));
    const guess = (current_password: unknown) =>
      sendAs(app, token, 'POST', adminCalls.demoAccessReveal, { current_password });
    for (let at = 0; at < 5; at++)
      expect((await guess('wrong')).json()).toMatchObject({ errors: { current_password: [expect.any(String)] } });
    expect((await guess(rightPassword)).status).toBe(429);
    expect((await audit()).map(({ action }) => action)).not.toContain('reveal-password');
  });

  test('refuses what is no password, and answers 404 where none is set', async () => {
    const reveal = async (current_password: unknown) =>
      (await office.post(adminCalls.demoAccessReveal, { current_password })).status;
    for (const wrong of [undefined, '', null, ['x']]) expect(await reveal(wrong), String(wrong)).toBe(422);
    expect(await reveal(rightPassword)).toBe(404);
  });
});

describe('POST /admin/demo-access/test', () => {
  test('mails the signed-in user, also before it is active; before anything is saved it says what is missing', async () => {
    expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(422);
    expect(await keptMails()).toEqual([]);
    await save({ status: 0 });
    const answer = await office.post(adminCalls.demoAccessTest, {});
    const { data } = answer.json<{ data: { to: string } }>();
    const [mail] = await keptMails();
    expect(mail).toMatchObject({ recipient: data.to, subject: 'আপনার ডেমো' });
    expect(mail?.text).toContain(hiddenPassword);
    expect(mail?.html).toContain('<html lang="bn">');
  });

  test('sends ten an hour', async () => {
    await save();
    for (let at = 0; at < 10; at++) expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(200);
    expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(429);
    expect(await keptMails()).toHaveLength(10);
  });
});

describe('A request', () => {
  test('is answered by a mail with link and password, queued with it, which stays as it is when the texts change', async () => {
    await save();
    const id = await requestDemo(1);
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: visitor(1).email, subject: 'আপনার ডেমো' });
    expect(mail?.text).toContain(`${access.demo_link}\nপাসওয়ার্ড ${secret}`);
    expect(mail?.html).toContain('href="https://demo.prangon.example/start?a=1&amp;b=2"');
    expect(await eventsOf(id)).toEqual(['received', 'mail_queued']);
    await save({ message: 'other {link} {password}' });
    expect(await mails()).toEqual([mail]);
  });

  test('leaves no password in the outbox, and is sent with that of the day', async () => {
    const demo_password = `<${secret}&"'>`;
    await save({ demo_password, subject: 'পাসওয়ার্ড {password}' });
    await requestDemo(1);
    await office.post(adminCalls.demoAccessTest, {});
    const kept = await keptMails();
    expect(kept).toHaveLength(2);
    for (const { subject, text, html } of kept) expect(subject + text + html).not.toContain(secret);
    const sent = await mails();
    for (const mail of sent)
      expect(mail).toMatchObject({
        subject: `পাসওয়ার্ড ${demo_password}`,
        text: expect.stringContaining(demo_password),
        html: expect.stringContaining(`&#60;${secret}&#38;&#34;&#39;&#62;`),
      });

    // As mails were kept before.
    const names: Record<string, string> = { 60: 'lt', 62: 'gt', 38: 'amp', 34: 'quot', 39: '#x27' };
    for (const { id, text, html } of sent) {
      const old = html.replace(/&#(\d\d);/g, (_whole, code: string) => `&${names[code]};`);
      await app.database.updateTable('mails').set({ text, html: old }).where('id', '=', id).execute();
    }
    await hidePasswords(app.database);
    expect((await keptMails()).map(({ text, html }) => ({ text, html }))).toEqual(
      kept.map(({ text, html }) => ({ text, html })),
    );
    expect(kept[0]?.text).toContain(hiddenPassword);
  });

  test('waits for its mail until the access is active, and then gets it once', async () => {
    const ids = [await requestDemo(1), await requestDemo(2)];
    expect(await mails()).toEqual([]);
    await save({ status: 0 });
    expect(await waiting()).toBe(2);
    expect(await mails()).toEqual([]);
    expect((await save()).json<{ message: string }>().message).toContain('2 mails');
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([visitor(1).email, visitor(2).email]);
    expect(await waiting()).toBe(0);
    await save({ subject: 'again' });
    expect(await mails()).toHaveLength(2);
    for (const id of ids) expect(await eventsOf(id)).toEqual(['received', 'mail_waiting', 'mail_queued']);
  });

  test('that was in the trash while the access was saved gets its mail when it is restored', async () => {
    const id = await requestDemo(1);
    expect((await office.delete(callOf(leadCalls.one, id))).status).toBe(200);
    await save();
    expect(await mails()).toEqual([]);
    expect((await office.post(callOf(leadCalls.restore, id), undefined)).status).toBe(200);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([visitor(1).email]);
  });

  test('that comes while the access is saved is never left waiting', async () => {
    const all = await Promise.all([...[1, 2, 3, 4].map((index) => requestDemo(index)), save()]);
    expect(all).toHaveLength(5);
    expect(await mails()).toHaveLength(4);
  });

  test('that is mailed again while the access is saved gets its mail', async () => {
    for (let round = 0; round < 4; round++) {
      const ids = await Promise.all([1, 2, 3, 4].map((index) => requestDemo(10 * round + index)));
      const again = ids.map((id) => office.post(callOf(leadCalls.resend, id), {}));
      const answers = await Promise.all([save(), ...again]);
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(await waiting()).toBe(0);
      await save({ status: 0 });
    }
  });

  test('gets its mail in another secret’s time only after the password was saved again', async () => {
    await save();
    const other = await openTestApp({ store: app.store, env: { SECRET: 'x'.repeat(40) } });
    const there = await openOffice(other);
    expect((await there.get(adminCalls.demoAccess)).json()).toMatchObject({ data: { password_set: false } });
    expect((await other.requestDemo(visitor(9), {}, '127.0.5.9')).status).toBe(201);
    expect(await keptMails()).toEqual([]);
    expect((await there.put(adminCalls.demoAccess, access)).status).toBe(200);
    expect(await keptMails()).toHaveLength(1);
    await other.close();
  });
});

describe('What a visitor typed', () => {
  const hostile = {
    name: 'Win money http://spam.example/x {password} <b>now</b>\r\nBcc: all@b.example',
    institute_name: `${'ক'.repeat(150)} {link}`,
  };

  test('brings no address, markup, header or placeholder into the mail', async () => {
    await save();
    await requestDemo(1, hostile);
    const [mail] = await mails();
    expect(mail?.text).toContain('Win money http spam. example/x {password} <b>now</b> Bcc: all @ b. example');
    expect(mail?.html).not.toContain('<b>now');
    const link = 'href="https://demo.prangon.example/start?a=1&amp;b=2"';
    expect(mail?.html.match(/href="([^"]+)"/g)).toEqual([link, link]);
    for (const body of [mail?.text, mail?.html]) {
      expect(body).not.toContain('spam.example');
      expect(body?.split(secret)).toHaveLength(2);
      expect(body).toContain(`${'ক'.repeat(119)}…`);
    }
  });

  test.each([
    ['আপনার ডেমো, {name}', 'আপনার ডেমো'],
    ['{{ প্রতিষ্ঠান }}: ডেমো {link}', `ডেমো ${access.demo_link}`],
    ['{name} {institute}', builtInSubject],
    ['- আপনার ডেমো -', '- আপনার ডেমো -'],
  ])('stays out of the subject %j, which becomes %j', async (template, subject) => {
    await save({ subject: template });
    await requestDemo(1, hostile);
    expect((await mails())[0]?.subject).toBe(subject);
  });
});

test('a message without link and password gets them at its end', async () => {
  await save({ message: 'প্রিয় {{ name }}, স্বাগতম।' });
  await requestDemo(1);
  expect((await mails())[0]?.text).toContain(
    `প্রিয় আব্দুর রহিম, স্বাগতম।\n\nডেমো লিংক: ${access.demo_link}\nপাসওয়ার্ড: ${secret}\n`,
  );
});
