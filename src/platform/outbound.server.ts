import { lookup } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { t } from '#i18n/text.ts';
import { NetworkList } from './networks.server.ts';

/**
 * Where calls of other systems, and mails, may go. Staff choose the address, and the call comes from inside of where the product runs:
 * without these checks it could be pointed at what only this machine can reach. So it goes to addresses of the public internet, whatever
 * its name resolves to; to those that the operator allows; and to this machine, where its address says so, while the site itself is here.
 */

/** Not the public internet, in IPv4. Of IPv6 only `2000::/3` is; what of it is special stands here too. */
const special = new NetworkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
const globalUnicast = new NetworkList(['2000::/3']);

export function isPublic(address: string): boolean {
  return isIP(address) !== 0 && (isIPv4(address) || globalUnicast.has(address)) && !special.has(address);
}

/** `local`: addresses of this machine, which say so, are allowed. `outboundPrivate`: those that the operator allows. */
export interface OutboundRules {
  local: boolean;
  outboundPrivate: readonly { host: string; port: number | null }[];
}

/** Why this can't be an address to call, or null. */
export function addressRefusal(text: string, rules: OutboundRules): string | null {
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(text) || !URL.canParse(text)) return whole;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return t('Leave user and password out: calls are signed instead.');
  const target = targetOf(url);
  if (isAllowedPrivate(target.host, target, rules)) return null;
  if (isThisMachine(target.host)) return privateAddressMessage;
  return url.protocol === 'https:' ? literalRefusal(target, rules) : whole;
}

interface Target {
  host: string;
  port: number;
}

/** The same for a bare host; names are checked by `checkedLookup`, which sockets don't ask for literal addresses. */
export function literalRefusal(target: Target, rules: OutboundRules): string | null {
  return isIP(target.host) === 0 || isAllowed(target.host, target, rules) ? null : privateAddressMessage;
}

/** Whether a server may listen there: on one of these ports, or where the operator says so. */
export function allowsPort(
  { host, port }: Target,
  { local, outboundPrivate }: OutboundRules,
  ports: number[],
): boolean {
  if (ports.includes(port) || (local && isThisMachine(host))) return true;
  return outboundPrivate.some((each) => each.host === host.toLowerCase() && each.port === port);
}

/** Looks a name up, and refuses what is inside: the connection then goes to just the addresses that were checked. */
export function checkedLookup(target: Target, rules: OutboundRules, resolve: typeof lookup = lookup): LookupFunction {
  return (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) answer(error ?? new Error('No address'), '', 4);
      else if (!addresses.every(({ address }) => isAllowed(address, target, rules)))
        answer(new Error(privateAddressMessage), '', 4);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

export function targetOf(url: URL): Target {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { host, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
}

const whole = t('Enter a whole https address, such as https://demo.example.com/prangon.');
export const privateAddressMessage = t('This is a private address. It must be reachable from the internet.');

const loopbacks = new NetworkList(['127.0.0.0/8', '::1']);

function isAllowed(address: string, target: Target, rules: OutboundRules): boolean {
  if (isAllowedPrivate(address, target, rules)) return true;
  // A trial's own machine is meant, and nothing else that its name may lead to.
  return !(rules.local && isThisMachine(target.host)) && isPublic(address);
}

function isAllowedPrivate(address: string, { host, port }: Target, { local, outboundPrivate }: OutboundRules): boolean {
  if (local && isThisMachine(host) && (address === host || loopbacks.has(address))) return true;
  const hosts = [host.toLowerCase(), address];
  return outboundPrivate.some((each) => hosts.includes(each.host) && (each.port ?? port) === port);
}

/** Whether an address itself says that it is this machine; a name that only resolves to it does not. */
function isThisMachine(host: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(host) || (isIP(host) !== 0 && loopbacks.has(host));
}
