import { createHmac, randomUUID } from 'node:crypto';

/** A name for what is asked, the same at every attempt, by which the demo system knows a second one. */
export function newWebhookId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

/**
 * The headers of the Standard Webhooks. Every secret signs, with spaces between, so that the receiver may change to the
 * new one when it likes. `timestamp` in seconds.
 */
export function signedHeaders(secrets: string[], id: string, timestamp: number, body: string): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
