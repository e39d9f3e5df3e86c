/** The mail server that takes our mails, as `SMTP_URL` names it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: from the first byte; `required`: by STARTTLS or not at all; `optional`: where it is offered. */
  tls: 'implicit' | 'required' | 'optional' | 'none';
  user: string | null;
  password: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. Beyond this machine nothing is sent in the clear: `smtp://`
 * then means STARTTLS or not at all, unless `?tls=none` says otherwise.
 * @throws with what is wrong, to stand behind the setting's name
 */
export function readSmtpServer(text: string): SmtpServer {
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol)) throw new Error(`must look like ${example}`);
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw new Error(`must look like ${example}`);
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) throw new Error(`has '${unknown}' behind the question mark; only 'tls' is known there`);
  const implicit = url.protocol === 'smtps:';
  return {
    host,
    port: url.port ? Number(url.port) : implicit ? 465 : 587,
    tls: implicit ? 'implicit' : tlsOf(url.searchParams.get('tls'), host),
    user: url.username ? decodeURIComponent(url.username) : null,
    password: decodeURIComponent(url.password),
  };
}

const example = 'smtp://user:password@host:587';

function tlsOf(asked: string | null, host: string): SmtpServer['tls'] {
  if (asked === 'required' || asked === 'optional' || asked === 'none') return asked;
  if (asked !== null) throw new Error(`has tls=${asked}; it may be required, optional or none`);
  return isThisMachine(host) ? 'optional' : 'required';
}

/** Whether the name of a host, without brackets, itself says that it is this machine. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** Reads `Name <name@host>` or a bare address. Null for anything else. */
export function readMailbox(text: string): Mailbox | null {
  const [, name = '', inBrackets, bare] = /^(?:([^<>]*)<([^<>]+)>|([^<>\s]+))$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? '';
  if (!isOneAddress(address) || /[\p{Cc}]/u.test(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}

/**
 * Whether a text is exactly one bare address: no list, no group, no name before it, no quotes in which another @ or a
 * line break could hide.
 */
export function isOneAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  return at > 0 && name.length <= 64 && local.test(name) && host.test(text.slice(at + 1));
}

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const host =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u;
