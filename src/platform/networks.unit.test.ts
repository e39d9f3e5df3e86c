import { expect, test } from 'vitest';
import { networkOf, networksAround, readForwarded } from './networks.server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:808:405', '8.8.4.5'],
  ['0:0:0:0:0:FFFF:0808:0405', '8.8.4.5'],
  ['0:0:0:0:0:ffff:8.8.4.5', '8.8.4.5'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::fffe:808:405', '0:0:0:0::/64'],
  ['::ffff:0:808:405', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('around an address lie ever wider networks; of IPv4 there is just the address', () => {
  expect(networksAround('203.0.113.7')).toEqual([{ network: '203.0.113.7', factor: 1 }]);
  expect(networksAround('2001:db8:1:2ab:5::6')).toEqual([
    { network: '2001:db8:1:2ab::/64', factor: 1 },
    { network: '2001:db8:1:200::/56', factor: 2 },
    { network: '2001:db8:1::/48', factor: 4 },
  ]);
  expect(networksAround('2001:db8:1:2::1')[1]).toEqual({ network: '2001:db8:1:0::/56', factor: 2 });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:1001', '203.0.113.7'],
  ['[2001:db8::1]:443, [2001:db8::2], 10.0.0.1:80', '2001:db8::1, 2001:db8::2, 10.0.0.1'],
  ['2001:db8::1:80', '2001:db8::1:80'],
  ['unknown', ''],
  ['203.0.113.7, garbage', ''],
  ['203.0.113.7, unknown, 198.51.100.1:5', '198.51.100.1'],
  ['203.0.113.7:x', ''],
  ['203.0.113.7:', ''],
  ['203.0.113.7,,198.51.100.1', '198.51.100.1'],
  ['', ''],
])('of the chain %j is believed %j', (chain, believed) => {
  expect(readForwarded(chain)).toBe(believed);
});
