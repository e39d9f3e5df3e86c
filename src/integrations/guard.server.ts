import { type LookupAddress, lookup } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { t } from '#i18n/text.ts';
import { NetworkList } from '#platform/networks.server.ts';

/**
 * Where calls of other systems may go. Staff choose the address, and the call comes from inside of where the product runs: without
 * these checks it could be pointed at what only this machine can reach. So it goes to addresses of the public internet
 * by https, whatever its name resolves to; and to this machine, where its address says so, while the site itself is here.
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

/** Why this can't be an address to call, or null. `loopback`: whether this machine is allowed. */
export function addressRefusal(text: string, loopback: boolean): string | null {
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(text) || !URL.canParse(text)) return whole;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return t('Leave user and password out: calls are signed instead.');
  const host = hostOf(url);
  if (isThisMachine(host)) return loopback ? null : inside;
  if (url.protocol !== 'https:') return whole;
  return isIP(host) !== 0 && !isPublic(host) ? inside : null;
}

/** Looks a name up, and refuses what is inside: the connection then goes to just the addresses that were checked. */
export function checkedLookup(url: URL, loopback: boolean, resolve: typeof lookup = lookup): LookupFunction {
  const mayBeHere = loopback && isThisMachine(hostOf(url));
  const isAllowed = ({ address }: LookupAddress) => (mayBeHere ? loopbacks.has(address) : isPublic(address));
  return (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) answer(error ?? new Error('No address'), '', 4);
      else if (!addresses.every(isAllowed)) answer(new Error(inside), '', 4);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

const whole = t('Enter a whole https address, such as https://demo.example.com/prangon.');
export const inside = t('This address is inside a private network. It must be reachable from the internet.');

const loopbacks = new NetworkList(['127.0.0.0/8', '::1']);

/** Whether an address itself says that it is this machine; a name that only resolves to it does not. */
function isThisMachine(host: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(host) || (isIP(host) !== 0 && loopbacks.has(host));
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
