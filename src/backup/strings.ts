import { t } from '#i18n/text.ts';
import type { TroubleKind } from './schema.ts';

/** Of mails and of the dashboard: what is wrong, and what to do. */
export const troubleTexts: Record<TroubleKind, { what: string; todo: string }> = t({
  mail: {
    what: 'No mail goes out',
    todo: 'Look at the mail server on the screen Outbox. Mails wait, and go out when it works again.',
  },
  disk: {
    what: 'The disk of the server is nearly full',
    todo: 'Make room on the server soon: when it is full, nothing can be saved.',
  },
  backup: {
    what: 'There is no fresh backup',
    todo: 'Tell the operator of the server: the command ‘prangon backup’ makes one, or says why it can’t.',
  },
  restore: {
    what: 'A backup could not be restored on trial',
    todo: 'Tell the operator of the server: the command ‘prangon backup --try’ tries it again, and says more.',
  },
  certificate: {
    what: 'The certificate of the website ends soon',
    todo: 'Have it renewed, or browsers will warn everybody who comes to the website.',
  },
  webhook: {
    what: 'An endpoint has taken nothing for a day',
    todo: 'Look at it on the screen Webhooks and SMS.',
  },
  faults: {
    what: 'The website answered with errors',
    todo: 'Tell the operator of the server: its log says more.',
  },
});
