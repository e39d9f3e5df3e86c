import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rulesFor } from '#mail/server-settings.server.ts';
import { SmtpSession } from '#mail/smtp-session.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { errorMessage } from '../command.server.ts';
import { broken, type Finding, ok, unknown, warning } from './finding.server.ts';

export async function checkMailServer(settings: Settings): Promise<Finding> {
  const label = 'mail server';
  const { server } = settings.mail;
  if (!server)
    return warning(
      label,
      'no mail server is set: mails wait in the outbox',
      'set SMTP_URL, or enter one in the Outbox',
    );
  const place = `${server.host}:${server.port}`;
  try {
    const limits = { greeting: 5_000, silence: 5_000, whole: 15_000 };
    const session = await SmtpSession.open(server, limits, { rules: rulesFor(settings) });
    session.quit();
    return ok(label, `${place} answers${server.user === null ? '' : ' and lets us sign in'}`);
  } catch (error) {
    const hint =
      'check host, port, user and password in SMTP_URL or in the Outbox, and that this machine may connect there';
    return broken(label, `${place} can't be used: ${errorMessage(error)}`, hint);
  }
}

/** DKIM selectors of large mail services; DNS can't list those in use. */
const selectors = ['default', 'mail', 'dkim', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'smtp'];

/** Timeout of one DNS query, in milliseconds. */
const queryTimeout = 4_000;

export async function checkMailDomain({ mail: { from } }: Settings): Promise<Finding[]> {
  const domain = from.address.split('@')[1] ?? '';
  if (!domain.includes('.') || isIP(domain) !== 0 || /(^|\.)(localhost|local|test|invalid|example)$/.test(domain))
    return [
      warning('sender of mails', `${from.address} is no address on the internet`, 'set another one as MAIL_FROM'),
    ];
  const texts = await lookUpTxt(domain);
  if (texts === null)
    return [
      unknown(`SPF, DKIM and DMARC of ${domain}`, 'names can’t be looked up from here', 'try it where DNS works'),
    ];
  const [dmarc, ...keys] = await Promise.all(
    [`_dmarc.${domain}`, ...selectors.map((name) => `${name}._domainkey.${domain}`)].map(lookUpTxt),
  );
  return [
    spf(
      domain,
      texts.filter((text) => /^v=spf1(\s|$)/i.test(text)),
    ),
    dkim(
      domain,
      selectors.filter((_, at) => keys[at]?.some((text) => /(^|;)\s*p=[^;\s]/.test(text))),
    ),
    (dmarc ?? []).some((text) => /^v=DMARC1/i.test(text))
      ? ok(`DMARC of ${domain}`, 'is there')
      : warning(
          `DMARC of ${domain}`,
          'is missing',
          `add the TXT record _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:…`,
        ),
  ];
}

function spf(domain: string, found: string[]): Finding {
  const label = `SPF of ${domain}`;
  if (found.length === 1) return ok(label, `is there: ${found[0]}`);
  if (found.length > 1)
    return broken(label, 'is there more than once, which counts as none', 'leave one TXT record v=spf1 …');
  return warning(label, 'is missing', `add the TXT record v=spf1 with what your mail service asks for to ${domain}`);
}

function dkim(domain: string, found: string[]): Finding {
  const label = `DKIM of ${domain}`;
  if (found.length > 0) return ok(label, `has the key ${found.join(', ')}`);
  const hint = 'if your mail service signs under another name, all is well; else add the record that it gives you';
  return unknown(label, `has no key under the usual names (${selectors.join(', ')})`, hint);
}

/** An empty array if there are no records; null if DNS doesn't answer. */
async function lookUpTxt(name: string): Promise<string[] | null> {
  try {
    const records = await Promise.race([dns.resolveTxt(name), sleep(queryTimeout, null, { ref: false })]);
    return records?.map((parts) => parts.join('')) ?? null;
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(String((error as NodeJS.ErrnoException).code)) ? [] : null;
  }
}
