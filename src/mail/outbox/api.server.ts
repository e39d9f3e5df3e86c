import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pageSchema } from '#api/records.ts';
import { may } from '#api/rights.ts';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, errors, writtenSchema } from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/list-query.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import type { FillMail } from '../queue.server.ts';
import { RestoreDetection, readFact } from '../sending-state.server.ts';
import { mailStates } from '../states.ts';
import { attemptsOf, countMails, findMail, type MailsQuery, pageOfMails, toRow } from './data.server.ts';
import { allowedActions, cancelMail, cancelQueued, resendAll, resendFromOutbox } from './resend.server.ts';
import {
  type MailDetails,
  mailRowSchema,
  mailSchema,
  mailsQuerySchema,
  type SenderStatus,
  senderStatusSchema,
} from './schema.ts';

type ById = { Params: { id: string } };

const noSuchMail = 'There is no such mail. It may have been removed.';
const tags = [adminCalls.mails];
const sendBody = z.object({ recipient: z.string({ error: 'Enter an e-mail address.' }).max(500).nullish() }).nullish();
const sendAllBody = z.object({ state: z.enum(['bounced', 'dead'], { error: 'Say which mails: bounced or dead.' }) });
const resumeBody = z.object({
  waiting: z.enum(['send', 'cancel'], { error: 'Say what becomes of the mails that wait: send or cancel.' }),
});

export function outboxApi(context: AppContext, scope: FastifyInstance, fill: FillMail): void {
  listRoutes(context, scope, fill);
  sendingRoutes(context, scope);
  senderRoutes(context, scope);
}

function listRoutes({ database, settings }: AppContext, scope: FastifyInstance, fill: FillMail): void {
  scope.get<{ Querystring: Record<string, unknown> }>(
    adminCalls.mails,
    {
      schema: {
        summary: 'List mails',
        tags,
        querystring: mailsQuerySchema,
        response: { 200: pageSchema(mailRowSchema), ...errors(401, 422) },
      },
    },
    async ({ query }) => {
      const page = await pageOfMails(database, readQuery(query));
      return pageToWire(page, (row) => row, adminCalls.mails, keptParameters(query));
    },
  );

  scope.get<ById>(
    `${adminCalls.mails}/:id`,
    { schema: { summary: 'Get a mail', tags, response: { 200: dataSchema(mailSchema), ...errors(401, 404) } } },
    async (request) => {
      return { data: await mailDetails(idOf(request, noSuchMail), may(request.staff.user.role, 'write', 'access')) };
    },
  );

  async function mailDetails(id: number, mayReadPassword: boolean): Promise<MailDetails> {
    const mail = await findMail(database, id);
    if (!mail) throw notFound(noSuchMail);
    const { reply_to, message_id, expires_at, copy_of } = mail;
    const isHidden = mail.is_secret === 1 || (mail.kind.startsWith('demo_access') && !mayReadPassword);
    // On failure the stored text, with its placeholders, is shown.
    const { subject, text, html } = isHidden ? mail : await fill(mail).catch(() => mail);
    return {
      ...toRow(mail),
      subject,
      reply_to,
      message_id,
      expires_at,
      copy_of,
      from: mailboxInWords(settings.mail.from),
      text: isHidden ? null : text,
      html: isHidden ? null : html,
      history: await attemptsOf(database, id),
      can: allowedActions(mail),
    };
  }
}

function sendingRoutes({ database, settings }: AppContext, scope: FastifyInstance): void {
  const written = writtenSchema(mailRowSchema);

  scope.post<ById & { Body: z.infer<typeof sendBody> }>(
    adminCalls.sendMail,
    {
      schema: {
        summary: 'Send a mail again',
        tags,
        body: sendBody,
        response: { 200: written, ...errors(401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { recipient } = request.body ?? {};
      const waiting = await database
        .transaction()
        .execute((transaction) =>
          resendFromOutbox(transaction, actorOf(request), idOf(request, noSuchMail), recipient ?? null),
        );
      const message = settings.mail.server
        ? 'The mail is on its way'
        : 'Nothing was sent: mail is not set up here. The mail waits.';
      return { data: await rowOf(waiting), message };
    },
  );

  scope.post<ById>(
    adminCalls.cancelMail,
    { schema: { summary: 'Cancel a mail', tags, response: { 200: written, ...errors(401, 404, 409) } } },
    async (request) => {
      const id = idOf(request, noSuchMail);
      await database.transaction().execute((transaction) => cancelMail(transaction, actorOf(request), id));
      return { data: await rowOf(id), message: 'The mail was cancelled' };
    },
  );

  const answer = z.object({ data: z.object({ mails: z.number() }), message: z.string() });
  scope.withTypeProvider<ZodTypeProvider>().post(
    adminCalls.sendMails,
    {
      schema: {
        summary: 'Send mails again',
        tags,
        body: sendAllBody,
        response: { 200: answer, ...errors(401, 422) },
      },
    },
    async (request) => {
      const { state } = request.body;
      const mails = await database
        .transaction()
        .execute((transaction) => resendAll(transaction, actorOf(request), state));
      const queuedMessage = mails === 1 ? '1 mail is on its way' : `${mails} mails are on their way`;
      return {
        data: { mails },
        message: settings.mail.server ? queuedMessage : `Mail is not set up here: ${mails} wait`,
      };
    },
  );

  async function rowOf(id: number) {
    const mail = await findMail(database, id);
    if (!mail) throw notFound(noSuchMail);
    return toRow(mail);
  }
}

function senderRoutes({ database, settings }: AppContext, scope: FastifyInstance): void {
  const { mail, dataDir } = settings;
  const restoreDetection = new RestoreDetection(database, dataDir);

  scope.get(
    adminCalls.mailSender,
    {
      schema: {
        summary: 'Get the state of sending',
        tags,
        response: { 200: dataSchema(senderStatusSchema), ...errors(401) },
      },
    },
    async () => ({ data: await status() }),
  );

  scope.withTypeProvider<ZodTypeProvider>().post(
    adminCalls.resumeMails,
    {
      schema: {
        summary: 'Resume sending',
        tags,
        body: resumeBody,
        response: { 200: writtenSchema(senderStatusSchema), ...errors(401, 422) },
      },
    },
    async (request) => {
      const { waiting } = request.body;
      const cancelled = await database.transaction().execute(async (transaction) => {
        const cancelled = waiting === 'cancel' ? await cancelQueued(transaction) : 0;
        const wasPaused = await restoreDetection.accept(transaction);
        await recordChange(transaction, actorOf(request), {
          action: 'resume',
          kind: 'mails',
          recordId: 0,
          before: { paused: wasPaused },
          after: { waiting, cancelled },
        });
        return cancelled;
      });
      const message =
        waiting === 'cancel' ? `${cancelled} waiting mails were cancelled; new ones are sent` : 'Mails are sent again';
      return { data: await status(), message };
    },
  );

  async function status(): Promise<SenderStatus> {
    const [paused, trouble, counts] = [
      await readFact(database, 'mail_paused'),
      await readFact(database, 'mail_trouble'),
      await countMails(database),
    ];
    const all = Object.fromEntries(mailStates.map((state) => [state, counts[state] ?? 0]));
    return {
      server: mail.server && `${mail.server.host}:${mail.server.port}`,
      from: mailboxInWords(mail.from),
      paused,
      trouble: mail.server && trouble,
      counts: all as SenderStatus['counts'],
    };
  }
}

/** Invalid states and references are ignored. */
function readQuery(query: Record<string, unknown>): MailsQuery {
  const { page, perPage, search } = readListQuery(query);
  const [, kind, id] = /^([a-z_]{1,40}):([1-9]\d{0,8})$/.exec(String(query.reference ?? '')) ?? [];
  return {
    page,
    perPage,
    search,
    states: mailStates.filter((state) => state === query.state),
    reference: kind ? { kind, id: Number(id) } : null,
  };
}

function mailboxInWords({ name, address }: { name: string; address: string }): string {
  return name ? `${name} <${address}>` : address;
}
