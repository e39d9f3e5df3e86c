import { isIP, isIPv6 } from 'node:net';

/**
 * The network that a limit counts for: an IPv4 address, or the /64 that a provider hands to one IPv6 customer.
 * `address` is the peer's, or the forwarded one where the peer is a trusted proxy.
 */
export function networkOf(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  return `${expand(address).slice(0, 4).join(':')}::/64`;
}

/** A network, and how many times the limit of the narrowest one it may take. */
export interface Network {
  network: string;
  times: number;
}

/**
 * The networks that an address lies in, the narrowest first. Of IPv6 whoever has a /48 has 65,536 networks of /64, so the
 * wider ones count too; households of one provider lie beside each other, so they may take more.
 */
export function networksAround(address: string): Network[] {
  const network = networkOf(address);
  const own = { network, times: 1 };
  const [a, b, c, d = '', slash] = network.split(':');
  if (slash === undefined) return [own];
  const high = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [own, { network: `${a}:${b}:${c}:${high}::/56`, times: 2 }, { network: `${a}:${b}:${c}::/48`, times: 4 }];
}

/**
 * What of a chain in `X-Forwarded-For` is believed: addresses, without the ports that some proxies write behind them. Up
 * to the last thing that is no address nothing is: who sent that is the peer.
 */
export function readForwarded(chain: string): string {
  const addresses = chain.split(',').map((entry) => addressIn(entry.trim()));
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ');
}

function addressIn(entry: string): string | null {
  const address = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(entry);
  const found = address?.[1] ?? address?.[2] ?? entry;
  return isIP(found) === 0 ? null : found;
}

function expand(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map(withoutLeadingZeros);
}

function withoutLeadingZeros(part: string): string {
  return part.replace(/^0+(?=.)/, '');
}
