import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** A name for what is sent, the same at every attempt, by which the receiver knows a second one. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

/** As the Standard Webhooks have it: their libraries take it as it is. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The headers of the Standard Webhooks. Every secret signs, with spaces between, so that the receiver may change to the
 * new one when it likes.
 */
export function signedHeaders(secrets: string[], id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
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
