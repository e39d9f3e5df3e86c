import { isIPv6 } from 'node:net';

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
