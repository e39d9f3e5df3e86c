import type { FastifyRequest } from 'fastify';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { networkOf } from '#platform/networks.server.ts';
import { sessionsOf } from '#platform/session/sessions.server.ts';

export interface Sender {
  network: string;
  userAgent: string;
}

export function senderOf({ ip, headers }: FastifyRequest): Sender {
  return { network: networkOf(ip), userAgent: headers['user-agent'] ?? '' };
}

/** Where a user is signed in. */
export async function listSessions(database: Database, userId: number, currentId: number) {
  const sessions = await sessionsOf(database, userId);
  return sessions.map(({ user_agent, ...session }) => {
    const [name = t('Unknown device'), system] = deviceOf(user_agent);
    return { ...session, device: system ? t`${name} on ${system}` : name, current: session.id === currentId };
  });
}

/** Names of the browser and the system where they are recognised: 'Firefox', 'Windows'. */
export function deviceOf(userAgent: string): string[] {
  const names = [browsers, systems].map((all) => all.find(([, sign]) => sign.test(userAgent))?.[0]);
  return names.filter((name) => name !== undefined);
}

/** The order matters: most browsers also name those that they descend from. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
