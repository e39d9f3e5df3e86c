import { z } from 'zod';
import * as mini from 'zod/mini';
import { pageSchema } from '#api/records.ts';
import { may } from '#api/rights.ts';
import { type Actor, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import {
  dataSchema,
  messageSchema,
  pageParameters,
  queryParameter,
  searchParameter,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { readFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { assertConfirmed } from '#platform/session/guard.server.ts';
import type { StaffRequest } from '#platform/session/sessions.server.ts';
import { mailboxInWords } from '#platform/settings/mail-settings.server.ts';
import { isForStaff } from '../queue.server.ts';
import { createRestoreDetection, readMailTrouble } from '../sending-state.server.ts';
import { mailStates, undeliveredStates } from '../states.ts';
import {
  allowedActions,
  attemptsOf,
  cancelMail,
  cancelQueued,
  changeMail,
  countMails,
  findMail,
  readMails,
  resendAll,
  resendMail,
  toRow,
} from './data.server.ts';
import { mailRowSchema, mailSchema, senderStatusSchema } from './schema.ts';

const querySchema = mini.looseObject({
  ...pageParameters,
  search: searchParameter,
  state: queryParameter('In which state', { enum: [...mailStates] }),
  reference: queryParameter('The record that it is about, such as `demo_request:5`'),
});
const sendBody = z.object({ recipient: z.string({ error: 'Enter an e-mail address.' }).max(500).nullish() }).nullish();
const sendAllBody = z.object({
  state: z.enum(undeliveredStates, { error: 'Say which mails: bounced, dead or unclear.' }),
});
const resumeBody = z.object({
  waiting: z.enum(['send', 'cancel'], { error: 'Say what becomes of the mails that wait: send or cancel.' }),
});

/** Queues a notice for every owner, and returns the ids of these mails. `what` names the address. */
export type NotifyOwners = (
  transaction: Database,
  actor: Actor,
  notice: 'mail redirected' | 'mail server changed',
  what: string,
) => Promise<number[]>;

export function outboxApi(context: AppContext, scope: StaffScope, notifyOwners: NotifyOwners): void {
  const { database, settings } = context;

  scope.get(
    adminCalls.mails,
    {
      schema: {
        summary: 'List {many}',
        querystring: querySchema,
        response: { 200: pageSchema(mailRowSchema) },
      },
    },
    ({ query }) => readMails(database, query),
  );

  scope.get(
    `${adminCalls.mails}/:id`,
    { schema: { summary: 'Get a mail', response: { 200: dataSchema(mailSchema) } } },
    async (request) => {
      const mail = await findMail(database, idOf(request));
      const from = mailboxInWords(settings.mail.from);
      const history = await attemptsOf(database, mail.id);
      return { data: { ...mail, ...toRow(mail), from, history, can: allowedActions(mail) } };
    },
  );

  sendingRoutes(context, scope, notifyOwners);
  senderRoutes(context, scope);
}

function sendingRoutes({ database, settings }: AppContext, scope: StaffScope, notifyOwners: NotifyOwners): void {
  const written = writtenSchema(mailRowSchema);

  scope.post(
    adminCalls.sendMail,
    {
      schema: {
        summary: 'Send a mail again',
        body: sendBody,
        response: { 200: written, 409: messageSchema },
      },
    },
    async (request) => {
      const id = idOf(request);
      const actor = actorOf(request);
      const data = await changeMail(database, actor, id, 'send-again', async (transaction, mail) => {
        const resent = await resendMail(transaction, mail, request.body?.recipient ?? null);
        const { recipient } = await findMail(transaction, resent);
        if (recipient !== mail.recipient) {
          await assertConfirmed(transaction, request);
          await notifyOwners(transaction, actor, 'mail redirected', recipient.slice(recipient.lastIndexOf('@')));
        }
        return resent;
      });
      return {
        data,
        message: settings.mail.server
          ? 'The mail is on its way'
          : 'Nothing was sent: mail is not set up here. The mail waits.',
      };
    },
  );

  scope.post(
    adminCalls.cancelMail,
    {
      schema: {
        summary: 'Cancel a mail, or leave one that is unclear as sent',
        response: { 200: written, 409: messageSchema },
      },
    },
    async (request) => {
      const data = await changeMail(database, actorOf(request), idOf(request), 'cancel', cancelMail);
      return { data, message: data.state === 'sent' ? 'The mail is left as sent' : 'The mail was cancelled' };
    },
  );

  scope.post(
    adminCalls.sendMails,
    {
      schema: {
        summary: 'Send mails again',
        body: sendAllBody,
        response: { 200: writtenSchema(z.object({ mails: z.number() })) },
      },
    },
    async (request) => {
      const mails = await resendAll(database, actorOf(request), request.body.state);
      return {
        data: { mails },
        message: !settings.mail.server
          ? t`Mail is not set up here: ${mails} wait`
          : mails === 1
            ? '1 mail is on its way'
            : t`${mails} mails are on their way`,
      };
    },
  );
}

const noMails = { queued: 0, sending: 0, sent: 0, unclear: 0, bounced: 0, dead: 0, cancelled: 0 };

function senderRoutes({ database, settings: { mail, dataDir } }: AppContext, scope: StaffScope): void {
  const restoreDetection = createRestoreDetection(database, dataDir);
  const status = async ({ staff }: StaffRequest) => {
    const trouble = await readMailTrouble(database, mail);
    return {
      server: mail.server && `${mail.server.host}:${mail.server.port}`,
      can_change: mail.source !== 'environment' && may(staff.user.role, 'write', 'people'),
      from: mailboxInWords(mail.from),
      paused: await readFact(database, 'mail_paused'),
      trouble: trouble && { ...trouble, reason: t(trouble.reason) },
      counts: { ...noMails, ...(await countMails(database, isForStaff)) },
    };
  };

  scope.get(
    adminCalls.mailSender,
    {
      schema: {
        summary: 'Get the state of sending',
        tags: [adminCalls.mails],
        response: { 200: dataSchema(senderStatusSchema) },
      },
    },
    async (request) => ({ data: await status(request) }),
  );

  scope.post(
    adminCalls.resumeMails,
    {
      schema: {
        summary: 'Resume sending',
        tags: [adminCalls.mails],
        body: resumeBody,
        response: { 200: writtenSchema(senderStatusSchema) },
      },
    },
    async (request) => {
      const { waiting } = request.body;
      const cancelled = waiting === 'cancel' ? await cancelQueued(database) : 0;
      await database.transaction().execute(async (transaction) => {
        const paused = await restoreDetection.accept(transaction);
        await recordChange(transaction, actorOf(request), {
          action: 'resume',
          kind: 'mails',
          recordId: 0,
          before: { paused },
          after: { waiting, cancelled },
        });
      });
      return {
        data: await status(request),
        message:
          waiting === 'cancel'
            ? t`${cancelled} waiting mails were cancelled; new ones are sent`
            : 'Mails are sent again',
      };
    },
  );
}
