import { BlockList, isIP, isIPv6 } from 'node:net';

/** The unit of rate limits: an IPv4 address, or the /64 that an IPv6 customer gets. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parts = partsOf(address);
  if (/^0,0,0,0,0,ffff,/.test(parts.join())) return dotted(parts.slice(6));
  return `${parts.slice(0, 4).join(':')}::/64`;
}

/** Addresses, and networks in CIDR notation. */
export class NetworkList extends BlockList {
  constructor(networks: string[]) {
    super();
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      if (prefix === undefined) this.addAddress(address, familyOf(address));
      else this.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  has(address: string): boolean {
    return this.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

export interface Network {
  network: string;
  factor: number;
}

/** The owner of an IPv6 /48 has 65,536 networks of /64, so /56 and /48 are limited too, but less. */
export function networksAround(address: string): Network[] {
  const network = networkOf(address);
  const own = { network, factor: 1 };
  const [a, b, c, d = '', slash] = network.split(':');
  if (slash === undefined) return [own];
  const high = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [own, { network: `${a}:${b}:${c}:${high}::/56`, factor: 2 }, { network: `${a}:${b}:${c}::/48`, factor: 4 }];
}

/** Reads `X-Forwarded-For`. Entries up to the last invalid one are dropped: its sender isn't trusted. */
export function readForwarded(chain: string): string {
  const addresses = chain.split(',').map((entry) => addressIn(entry.trim()));
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ');
}

function addressIn(entry: string): string | null {
  const address = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(entry);
  const found = address?.[1] ?? address?.[2] ?? entry;
  return isIP(found) === 0 ? null : found;
}

function partsOf(address: string): string[] {
  const shortest = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [left = [], right = []] = shortest.split('::').map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

function dotted(parts: string[]): string {
  return parts
    .map((part) => Number.parseInt(part, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.');
}
