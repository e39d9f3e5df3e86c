import { createECDH, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import webPush from 'web-push';
import type { AppContext } from '#cms/context.server.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { type Language, t } from '#i18n/text.ts';
import { guardedFetch } from '#integrations/call.server.ts';
import { leadPage } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { JobColumns } from '#platform/jobs/queue.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable;
    pushes: PushesTable;
  }
}

/** A browser that is rung until its session ends. A user has as many as sessions, which are ten at most. */
interface PushSubscriptionsTable {
  session_id: number;
  /** JSON, as the browser made it. */
  subscription: string;
  created_at: string;
  succeeded_at: string | null;
}

/** One of a lead and a browser; deleted with either. */
interface PushesTable extends JobColumns {
  session_id: number;
  request_id: number;
  last_error: string | null;
}

/** Browsers know the site by them: they stay the same as long as `SECRET`, of which they are made. */
export function vapidKeys({ secret }: Keys) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, 'prangon', 'push', 32)));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

export async function unsubscribe(database: Database, sessionId: number): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId}`.execute(database);
}

/**
 * Rings who asked for it, in the transaction that notifies of the lead: whoever looks after it, and owners; where nobody
 * does, everybody. Mails, which nobody hears, go to all.
 */
export async function queuePushes(transaction: Database, requestId: number): Promise<void> {
  const now = timestampIn(transaction, 0);
  await sql`
    insert into pushes (session_id, request_id, state, next_attempt_at, updated_at)
    select session_id, lead.id, 'queued', ${now}, ${now} from push_subscriptions
      join sessions on sessions.id = session_id join users on users.id = user_id, demo_requests lead
      where lead.id = ${requestId} and expires_at > ${now}
        and (role = 'owner' or role = 'sales' and coalesce(owner_id, users.id) = users.id)`.execute(transaction);
}

type RungLead = Record<'subscription' | 'name' | 'institute_name' | 'number' | 'district', string> & {
  session_id: number;
  id: number;
  language: Language;
};

/** Sends a push, unless its session ended, or its lead was erased, meanwhile. @throws Error in words */
export const sendPush =
  ({ database, settings }: AppContext) =>
  async (pushId: number, signal: AbortSignal) => {
    const { rows } = await sql<RungLead>`
      select browser.session_id, subscription, coalesce(language, 'en') as language,
        lead.id, lead.name, institute_name, number, district
      from pushes join push_subscriptions browser on browser.session_id = pushes.session_id
        join sessions on sessions.id = browser.session_id join users on users.id = user_id
        join demo_requests lead on lead.id = request_id where pushes.id = ${pushId}`.execute(database);
    const [lead] = rows;
    if (!lead) return;
    const subscription = JSON.parse(lead.subscription);
    const { headers, body } = webPush.generateRequestDetails(subscription, notificationOf(lead), {
      vapidDetails: {
        subject: settings.publicUrl.replace(/^http:.*/, 'https://localhost.invalid'),
        ...vapidKeys(settings),
      },
      // Twelve hours, in seconds: later the ring is of no use.
      TTL: 43_200,
      urgency: 'high',
    });
    const call = { url: subscription.endpoint, headers, body, rules: settings, signal };
    const { status, error } = await guardedFetch(call);
    // The browser has left, or knows the site by an earlier secret.
    if ([401, 403, 404, 410].includes(status ?? 0)) await unsubscribe(database, lead.session_id);
    if (error !== null) throw new Error(error);
    await sql`
      update push_subscriptions set succeeded_at = ${timestampIn(database, 0)}
      where session_id = ${lead.session_id}`.execute(database);
  };

/** What the service worker shows, in the language of who reads it. */
function notificationOf({ id, name, institute_name, number, district, language }: RungLead): string {
  return inLanguage(language, () =>
    JSON.stringify([
      t`New lead: ${institute_name}`,
      {
        body: [name, district].filter(Boolean).join(' · '),
        // A second one of the same lead takes the place of the first.
        tag: `lead ${id}`,
        data: leadPage(id),
        actions: number ? [{ action: `tel:${number}`, title: t('Call') }] : [],
      },
    ]),
  );
}
