import { isIP, isIPv6 } from 'node:net';

/**
 * The network that a limit counts for: an IPv4 address, or the /64 that a provider hands to one IPv6 customer.
 * `address` is the peer's, or the forwarded one where the peer is a trusted proxy.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parts = partsOf(address);
  if (/^0,0,0,0,0,ffff,/.test(parts.join())) return dotted(parts.slice(6));
  return `${parts.slice(0, 4).join(':')}::/64`;
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

/** The eight parts of an IPv6 address without leading zeros, whichever way it is written. */
function partsOf(address: string): string[] {
  const shortest = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [left = [], right = []] = shortest.split('::').map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** An IPv4 address out of the two parts that carry it in a mapped one. */
function dotted(parts: string[]): string {
  return parts
    .map((part) => Number.parseInt(part, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.');
}
