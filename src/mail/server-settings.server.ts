import { z } from 'zod';
import { type Actor, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, messageSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { databaseNow, timestampIn } from '#platform/database/dialect.server.ts';
import { deleteFact, readFact, type StoreFacts, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, tooMany } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { allowsPort, literalRefusal, type OutboundRules, privateAddressMessage } from '#platform/outbound.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import {
  type Mailbox,
  mailboxInWords,
  readMailbox,
  readSmtpServer,
  type SmtpServer,
} from '#platform/settings/mail-settings.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import type { NotifyOwners } from './outbox/api.server.ts';
import { type MailServerOnWire, mailServerSchema } from './outbox/schema.ts';
import { composeMail, SmtpSession } from './smtp-session.server.ts';

/** Its name where a write says what it changed. */
const kind = 'mail-server';

/** What owners enter in the office, where the environment names no mail server. */
interface StoredServer {
  server: SmtpServer;
  from: Mailbox;
}

type Parts = { database: Database; settings: Pick<Settings, 'mail' | 'secret'> };

const encrypterOf = ({ secret }: Keys) => new Encrypter(secret, kind);

export const mailServerSecret: EncryptedColumn = {
  what: 'the password of the mail server (screen Outbox)',
  purpose: kind,
  table: 'store_facts',
  columns: ['value'],
  rows: async (database) => {
    const sealed = await readFact(database, 'mail_server');
    const earlier = (await readFact(database, 'mail_server_changes')) ?? [];
    return [sealed, ...earlier.map(({ before }) => before)].flatMap((each) => (each ? [{ sealed: each }] : []));
  },
};

/** Takes up what is stored into the settings, in which everything else looks. The environment wins. */
export async function loadMailServer({ database, settings }: Parts): Promise<void> {
  const { mail } = settings;
  if (mail.source === 'environment') return;
  const sealed = await readFact(database, 'mail_server');
  const stored = sealed && (encrypterOf(settings).decrypt(sealed) as StoredServer | null);
  const since = new Date().toISOString();
  Object.assign(mail, stored ? { ...stored, source: 'office', since } : { server: null, source: null });
}

/** For connections to it: what the operator named may be anywhere. */
export function rulesFor(settings: Pick<Settings, 'mail'> & OutboundRules): OutboundRules | undefined {
  return settings.mail.source === 'office' ? settings : undefined;
}

const form = z.object({
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[\w.:-]+$/, t('Enter the name of the server, such as smtp.example.com.')),
  port: z.coerce.number().int().min(1, t('Enter the number of the port.')).max(65_535, 'Enter the number of the port.'),
  user: z.string().trim().max(254),
  /** Null keeps what is stored, for the same server only. */
  password: z.string().max(500).nullish(),
  from: z.string().trim().max(300),
});

/** Times in milliseconds of the trial before it is saved. */
const trial = { greeting: 8_000, silence: 8_000, whole: 15_000 };

export function mailServerApi(context: AppContext, scope: StaffScope, notifyOwners: NotifyOwners): void {
  const { database, settings, changes, cache, http, log } = context;
  const load = () => loadMailServer(context);
  const stop = changes.onChange((kinds) => {
    if (!kinds.includes(kind)) return;
    // A page that was drawn meanwhile knows the server before.
    void load().then(
      () => cache.invalidate([kind]),
      (error) => log.error(error),
    );
  });
  http.addHook('onClose', async () => void stop());
  const tags = [adminCalls.mails];

  scope.get(
    adminCalls.mailServer,
    { schema: { summary: 'Get the mail server', tags, response: { 200: dataSchema(mailServerSchema) } } },
    async () => ({ data: await withChange(context) }),
  );

  scope.put(
    adminCalls.mailServer,
    {
      config: { confirm: true },
      schema: {
        summary: 'Set the mail server',
        tags,
        body: form,
        response: { 200: writtenSchema(mailServerSchema) },
      },
    },
    async (request) => {
      assertOurs(settings);
      const next = storedOf(request.body, settings);
      const key = limitKey(settings, 'mail-server', String(request.staff.user.id));
      const wait = await countUse(database, key, { most: 10, seconds: 3_600 });
      if (wait > 0) throw tooMany(wait);
      await assertUsable(next.server, settings);
      const actor = actorOf(request);
      const notices = await database.transaction().execute(async (transaction) => {
        const ids = await notifyOwners(transaction, actor, 'mail server changed', next.server.host);
        // Left to this call; what the server before does not take, the new one does.
        const next_attempt_at = timestampIn(transaction, settings.mail.server ? 60 : 0);
        await transaction
          .updateTable('mails')
          .set({ next_attempt_at })
          .where('id', 'in', [0, ...ids])
          .execute();
        return ids;
      });
      await sendNow(context, notices);
      await replace(context, actor, 'update', next, 3_600, async (transaction) => {
        const change = {
          at: new Date().toISOString(),
          by: actor.user.name ?? actor.user.email,
          before: await readFact(transaction, 'mail_server'),
        };
        const earlier = await recentChanges(transaction);
        // However many a thief makes, the first one stays.
        await setFact(transaction, 'mail_server_changes', [...earlier.slice(0, 19), change]);
      });
      return { data: await withChange(context), message: 'Mail is set up' };
    },
  );

  putBackRoute(context, scope, notifyOwners);
}

function putBackRoute(context: AppContext, scope: StaffScope, notifyOwners: NotifyOwners): void {
  const { database, settings } = context;
  scope.post(
    adminCalls.mailServerPutBack,
    {
      config: { confirm: true },
      schema: {
        summary: 'Put the mail server back that was used before the last change',
        tags: [adminCalls.mails],
        response: { 200: writtenSchema(mailServerSchema), 409: messageSchema },
      },
    },
    async (request) => {
      assertOurs(settings);
      const actor = actorOf(request);
      const earlier = await recentChanges(database);
      const change = earlier.pop();
      const stored = change?.before ? (encrypterOf(settings).decrypt(change.before) as StoredServer | null) : null;
      if (!change || (change.before && !stored))
        throw new HttpError(409, 'There is no mail server to put back. Enter it again.');
      // After a minute the last session with the server that is replaced is over; the one before it may be young, too.
      const age = (Date.now() - Date.parse(earlier.at(-1)?.at ?? '1970')) / 1_000;
      await replace(context, actor, 'restore', stored, Math.max(60, 3_600 - age), async (transaction) => {
        await notifyOwners(transaction, actor, 'mail server changed', stored?.server.host ?? '–');
        await setFact(transaction, 'mail_server_changes', earlier);
      });
      return { data: await withChange(context), message: 'The mail server is put back' };
    },
  );
}

async function replace(
  context: AppContext,
  actor: Actor,
  action: 'update' | 'restore',
  next: StoredServer | null,
  holdSeconds: number,
  write: (transaction: Database) => Promise<void>,
): Promise<void> {
  const { settings, changes } = context;
  const before = onWire(settings);
  await changes.write([kind], async (transaction) => {
    await write(transaction);
    const until = (await databaseNow(transaction)).getTime() + holdSeconds * 1_000;
    await setFact(transaction, 'mail_links_from', new Date(until).toISOString());
    if (next) await setFact(transaction, 'mail_server', encrypterOf(settings).encrypt(next));
    else await deleteFact(transaction, 'mail_server');
    const after = onWire({ mail: { ...settings.mail, server: null, ...next, source: 'office' } });
    await recordChange(transaction, actor, { action, kind, recordId: 1, before, after });
  });
  await loadMailServer(context);
}

async function withChange({ database, settings }: AppContext): Promise<MailServerOnWire> {
  const last = (await recentChanges(database)).at(-1);
  return { ...onWire(settings), changed_at: last?.at ?? null, changed_by: last?.by ?? null };
}

function assertOurs({ mail }: Settings): void {
  if (mail.source === 'environment')
    throw invalid({ host: [t('SMTP_URL is set where the program is started, and wins. Change it there.')] });
}

async function recentChanges(database: Database): Promise<StoreFacts['mail_server_changes']> {
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  return ((await readFact(database, 'mail_server_changes')) ?? []).filter(({ at }) => at > since);
}

/** Sends mails by the server that is still the one in use, if it answers in time. */
async function sendNow({ database, settings }: AppContext, ids: number[]): Promise<void> {
  const { server, from } = settings.mail;
  if (!server) return;
  const late = AbortSignal.timeout(30_000);
  const mails = await database
    .selectFrom('mails')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .execute();
  for (const mail of mails) {
    if (late.aborted) return;
    const options = { signal: late, rules: rulesFor(settings) };
    const session = await SmtpSession.open(server, trial, options).catch(() => null);
    if (!session) return;
    const host = from.address.slice(from.address.lastIndexOf('@'));
    const message = await composeMail({ ...mail, message_id: mail.message_id + host }, from);
    const { outcome } = await session.send({ from: from.address, to: mail.recipient }, message);
    session.quit();
    const sent = { state: 'sent' as const, sent_at: timestampIn(database, 0) };
    if (outcome === 'sent') await database.updateTable('mails').set(sent).where('id', '=', mail.id).execute();
  }
}

function storedOf(input: z.output<typeof form>, { mail }: Settings): StoredServer {
  const from = readMailbox(input.from);
  if (!from) throw invalid({ from: [t('Enter an address such as Prangon <hello@example.com>.')] });
  const host = input.host.includes(':') ? `[${input.host}]` : input.host;
  const address = `${input.port === 465 ? 'smtps' : 'smtp'}://${host}:${input.port}`;
  if (!URL.canParse(address)) throw invalid({ host: ['Enter the name of the server, such as smtp.example.com.'] });
  const server = readSmtpServer(address);
  const isSame = server.host === mail.server?.host && server.port === mail.server.port;
  const password = input.password ?? (isSame ? mail.server?.password : undefined);
  if (input.user && !password) throw invalid({ password: [t('Enter the password of this user.')] });
  return { server: { ...server, user: input.user || null, password: input.user ? (password ?? '') : '' }, from };
}

const ports = [25, 465, 587, 2525];

/**
 * @throws {HttpError} 422 where the server can't be used: what does not work is not saved. What the other side said is
 * kept back: it would make this a reader of whatever listens somewhere
 */
async function assertUsable(server: SmtpServer, rules: OutboundRules): Promise<void> {
  const { host, port } = server;
  const reason = allowsPort(server, rules, ports)
    ? await SmtpSession.open(server, trial, { rules }).then((session) => session.quit(), reasonOf)
    : (literalRefusal(server, rules) ?? t('Choose another port: 25, 465, 587 or 2525.'));
  if (!reason) return;
  throw invalid({ host: [t`${host}:${String(port)} can’t be used, so nothing was saved: ${reason}`] });
}

function reasonOf({ message, cause }: Error): string {
  if (message === privateAddressMessage) return privateAddressMessage;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === 'EAUTH') return t('The mail server does not take this user and password.');
  return cause && code !== 'ETIMEDOUT'
    ? t('There is no mail server that speaks SMTP with encryption there.')
    : t('There is no answer at this address.');
}

function onWire({
  mail: { server, from, source },
}: Pick<Settings, 'mail'>): Omit<MailServerOnWire, 'changed_at' | 'changed_by'> {
  return {
    source,
    host: server?.host ?? '',
    port: server?.port ?? 587,
    user: server?.user ?? '',
    password_set: Boolean(server?.password),
    from: mailboxInWords(from),
  };
}
