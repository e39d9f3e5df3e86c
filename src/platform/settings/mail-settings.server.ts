export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte; `required`: STARTTLS or no connection; `optional`: STARTTLS if offered. */
  tls: 'implicit' | 'required' | 'optional' | 'none';
  user: string | null;
  password: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/**
 * Parses `smtp://user:password@host:port` or `smtps://…`. For other hosts than localhost `smtp://` requires STARTTLS,
 * unless `?tls=none` is given.
 * @throws with a message to follow the setting's name
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

function tlsOf(option: string | null, host: string): SmtpServer['tls'] {
  if (option === 'required' || option === 'optional' || option === 'none') return option;
  if (option !== null) throw new Error(`has tls=${option}; it may be required, optional or none`);
  return isThisMachine(host) ? 'optional' : 'required';
}

export function isThisMachine(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** Parses `Name <name@host>` or a bare address; null for anything else. */
export function readMailbox(text: string): Mailbox | null {
  const [, name = '', inBrackets, bare] = /^(?:([^<>]*)<([^<>]+)>|([^<>\s]+))$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? '';
  if (!isOneAddress(address) || /[\p{Cc}]/u.test(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}

/** The inverse of `readMailbox`. */
export function mailboxInWords({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address;
}

/**
 * Whether a text is one bare address: no list, group, display name or quotes, which could hide another @ or a line
 * break.
 */
export function isOneAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  return at > 0 && name.length <= 64 && local.test(name) && host.test(text.slice(at + 1));
}

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const host = /^(?=.{1,253}$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)*$/u;
