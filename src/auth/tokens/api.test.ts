import { symbols } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '#api/audit.ts';
import { onRestore } from '#app.server.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { salma } from '../../../test/helpers/content.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { hireStaff, type Staff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import type { ProgramToken } from '../schema.ts';

interface MadeToken {
  data: ProgramToken;
  token: string;
}

let app: TestApp;
let owner: Staff;
let session: string;
const lines: string[] = [];
beforeAll(async () => {
  app = await openTestApp({
    env: { LOG_LEVEL: 'debug', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'prangon@prangon.example' },
    beforePrepare: ({ log }) => capture(log),
  });
  owner = await hireStaff(app);
  session = await sessionOf(app, owner);
  return app.close;
});

const one = ({ data }: Pick<MadeToken, 'data'>) => adminCalls.token.replace(':id', String(data.id));
const question = { question: 'কত দিন লাগে?', answer: '<p>এক দিন।</p>', status: 1 };

async function make(more: object = {}, by = session): Promise<MadeToken> {
  const form = { name: 'Website of the group', role: 'editor', ...more };
  const answer = await sendAs(app, by, 'POST', adminCalls.tokens, form);
  expect(answer.status, answer.text).toBe(201);
  return answer.json<MadeToken>();
}

async function list(): Promise<ProgramToken[]> {
  const answer = await sendAs(app, session, 'GET', adminCalls.tokens);
  return answer.json<{ data: ProgramToken[] }>().data;
}

const statusOf = async (token: string, path: string = adminCalls.news) =>
  (await sendAs(app, token, 'GET', path)).status;

describe('A token for a program', () => {
  test('is answered once, kept as a hash, and works without a CSRF token in its role', async () => {
    const made = await make({ expires_at: '2099-12-31' });
    expect(made).toEqual({
      data: {
        id: expect.any(Number),
        name: 'Website of the group',
        role: 'editor',
        start: made.token.slice(0, 8),
        made_by: 'নাসরিন আক্তার',
        created_at: expect.any(String),
        expires_at: '2099-12-31T17:59:59.000Z',
        last_used_at: null,
        status: 1,
      },
      message: 'Token made',
      token: expect.stringMatching(/^prg_[\w-]{43}$/),
    });
    expect(await list()).toContainEqual(made.data);
    const stored = JSON.stringify(await app.database.selectFrom('program_tokens').selectAll().execute());
    expect(stored).not.toContain(made.token.slice(8));

    const added = await sendAs(app, made.token, 'POST', adminCalls.faq, question);
    expect(added.status, added.text).toBe(201);
    const asked = await sendAs(app, made.token, 'POST', calls.demoRequest, salma);
    expect(asked.status, asked.text).toBe(201);
    const user = await sendAs(app, made.token, 'GET', calls.signedInUser);
    expect(user.json()).toMatchObject({ id: owner.id, role: 'editor' });
    expect(await statusOf(made.token, leadCalls.list)).toBe(403);
    const foreign = { authorization: `Bearer ${made.token}`, origin: 'https://evil.example' };
    expect((await app.get(adminCalls.news, foreign)).status).toBe(403);
  });

  test('stands in Activity with what it does, its owners are mailed, and its use is noted once a minute', async () => {
    const made = await make({ name: 'Sync' });
    const { data } = (await sendAs(app, made.token, 'POST', adminCalls.faq, question)).json<{ data: { id: number } }>();
    const used = (await list()).find(({ id }) => id === made.data.id)?.last_used_at ?? '';
    expect(Date.now() - Date.parse(used)).toBeLessThan(60_000);
    await statusOf(made.token);
    expect((await list()).find(({ id }) => id === made.data.id)?.last_used_at).toBe(used);

    const eventsOf = async (record: string) => {
      const answer = await sendAs(app, session, 'GET', `${adminCalls.activity}?record=${record}`);
      return answer.json<{ data: AuditEvent[] }>().data;
    };
    expect(await eventsOf(`faq:${data.id}`)).toMatchObject([{ user: { id: owner.id, name: 'নাসরিন আক্তার · Sync' } }]);
    expect((await sendAs(app, session, 'DELETE', one(made))).status).toBe(200);
    expect(await eventsOf(`program_tokens:${made.data.id}`)).toMatchObject([
      { action: 'withdraw', before: { name: 'Sync', role: 'editor' } },
      { action: 'create', after: { name: 'Sync', role: 'editor', expires_at: null } },
    ]);
    const mails = await app.database.selectFrom('mails').select('text').where('recipient', '=', owner.email).execute();
    expect(mails.some(({ text }) => text.includes('Sync'))).toBe(true);
  });

  test('is refused with a reason once it has ended, was withdrawn, or its maker is no active owner', async () => {
    const maker = await hireStaff(app);
    const made = await make({}, await sessionOf(app, maker));
    const set = (values: object) => app.database.updateTable('users').set(values).where('id', '=', maker.id).execute();
    const refused = async () => {
      const answer = await sendAs(app, made.token, 'GET', adminCalls.news);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(answer.json()).toEqual({ message: expect.stringMatching(/^This token does not work: it has ended/) });
      expect((await sendAs(app, made.token, 'POST', calls.demoRequest, salma)).status).toBe(419);
    };
    for (const [away, back] of [
      [{ status: 0 }, { status: 1 }],
      [{ role: 'editor' }, { role: 'owner' }],
    ] as const) {
      await set(away);
      await refused();
      expect((await list()).find(({ id }) => id === made.data.id)?.status).toBe(0);
      await set(back);
      expect(await statusOf(made.token)).toBe(200);
    }
    const ended = (expires_at: string) =>
      app.database.updateTable('program_tokens').set({ expires_at }).where('id', '=', made.data.id).execute();
    await ended('2020-01-01T00:00:00.000Z');
    await refused();
    await ended('2099-01-01T00:00:00.000Z');
    expect((await sendAs(app, session, 'DELETE', one(made))).status).toBe(200);
    await refused();
    expect((await sendAs(app, session, 'DELETE', one(made))).status).toBe(404);
  });

  test('is made by owners alone, after confirming, with a name, a role and an end that is to come', async () => {
    const form = { name: 'X', role: 'viewer' };
    const editor = await sessionOf(app, await hireStaff(app, 'রাশেদা বেগম', 'editor'));
    for (const method of ['GET', 'POST'])
      expect((await sendAs(app, editor, method, adminCalls.tokens)).status).toBe(403);
    const old = await hireStaff(app);
    const unconfirmed = await sessionOf(app, old);
    await app.database.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', old.id).execute();
    const refused = await sendAs(app, unconfirmed, 'POST', adminCalls.tokens, form);
    expect(refused.json()).toMatchObject({ confirm: ['password'] });
    for (const [wrong, field] of [
      [{ name: ' ' }, 'name'],
      [{ role: 'admin' }, 'role'],
      [{ expires_at: '2020-01-01' }, 'expires_at'],
      [{ expires_at: 'soon' }, 'expires_at'],
    ] as const) {
      const answer = await sendAs(app, session, 'POST', adminCalls.tokens, { ...form, ...wrong });
      expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
    }
  });

  test('is masked in the log, in notes, unknown addresses and Activity', async () => {
    const { token } = await make({ role: 'sales' });
    const added = { institute_name: 'শাপলা', number: '01712345678' };
    const { data } = (await sendAs(app, token, 'POST', leadCalls.list, added)).json<{ data: { id: number } }>();
    const note = `The key is ${token}, keep it`;
    await sendAs(app, token, 'POST', callOf(leadCalls.notes, data.id), { note });
    const lead = await sendAs(app, token, 'GET', callOf(leadCalls.one, data.id));
    expect(lead.text).toContain('The key is prg_…, keep it');
    await sendAs(app, session, 'POST', adminCalls.faq, { ...question, question: note });
    for (const path of [`/${token}`, `/old/${token}%E0%A5%A4`, `/x/%70rg_${token.slice(4)}`, `/?token=${token}`])
      await app.get(path, { accept: 'text/html', authorization: `Bearer ${token}` });
    app.log.warn({ event: 'anything', reason: `refused: ${token}`, headers: { authorization: `Bearer ${token}` } });

    const missed = (await sendAs(app, session, 'GET', adminCalls.redirectsMissed)).text;
    const activity = (await sendAs(app, session, 'GET', adminCalls.activity)).text;
    for (const text of [missed, activity, lines.join('')]) expect(text).not.toContain(token.slice(8));
    expect(activity).toContain('The key is prg_…, keep it');
    expect(lines.join('')).toContain('refused: prg_…');
    expect(maskTokens(`${token.slice(0, 8)} begins ${token}`)).toBe(`${token.slice(0, 8)} begins prg_…`);
  });

  test('is withdrawn when a store is put back from a backup, where it may have been withdrawn since', async () => {
    const { token } = await make();
    await app.database.transaction().execute(onRestore);
    expect(await statusOf(token)).toBe(401);
  });
});

function capture(log: object): void {
  const stream = (log as { [symbols.streamSym]: { write: (line: string) => boolean } })[symbols.streamSym];
  stream.write = (line) => lines.push(line) > 0;
}
