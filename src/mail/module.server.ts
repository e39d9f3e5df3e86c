import type { AppContext, Module } from '#cms/context.server.ts';
import { type NotifyOwners, outboxApi } from './outbox/api.server.ts';
import { countMails } from './outbox/data.server.ts';
import { type FillMail, mailSecret, sweepMails } from './queue.server.ts';
import { MailSender, type OnUndelivered } from './sender.server.ts';
import type { OnRestore } from './sending-state.server.ts';
import { mailServerApi, mailServerSecret } from './server-settings.server.ts';

interface Hooks {
  onRestore: OnRestore;
  onUndelivered: OnUndelivered;
  fill: FillMail;
  notifyOwners: NotifyOwners;
}

export function mailModule(hooks: (context: AppContext) => Hooks) {
  return {
    staffRoutes: {
      outbox: (context, scope) => outboxApi(context, scope, hooks(context).notifyOwners),
      people: (context, scope) => mailServerApi(context, scope, hooks(context).notifyOwners),
    },
    jobs: [{ table: 'mails', create: (context) => new MailSender({ ...context, ...hooks(context) }) }],
    cleanups: ({ database }) => [{ name: 'old mails', run: () => sweepMails(database) }],
    secrets: [mailSecret, mailServerSecret],
    metrics: ({ database }) => [
      { name: 'prangon_mails', help: 'Mails by state.', label: 'state', read: () => countMails(database) },
    ],
  } satisfies Module;
}
