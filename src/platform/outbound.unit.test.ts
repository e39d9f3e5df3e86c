import type { lookup } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addressRefusal, checkedLookup, isPublic, type OutboundRules, targetOf } from './outbound.server.ts';

const trial: OutboundRules = { local: true, outboundPrivate: [] };
const live: OutboundRules = { local: false, outboundPrivate: [] };

test.each([
  [true, '8.8.8.8 103.4.145.245 172.15.0.1 172.32.0.1 2a00:1450:4009::1 2606:4700::1111'],
  [false, '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0'],
  [false, '224.0.0.1 255.255.255.255 198.18.0.1 :: ::1 fe80::1 fd00::1 ff02::1 2001:db8::1 2002:7f00:1:: 2001::1'],
  [false, '::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a00:1 demo.example'],
  [false, ''],
])('public is %s for each of %s', (answer, addresses) => {
  for (const address of addresses.split(' ')) expect(isPublic(address), address).toBe(answer);
});

describe('The address of a webhook', () => {
  test.each(['https://demo.example/hook', 'https://demo.example:8443/a?b=c', 'https://8.8.8.8/'])(
    'may be %s anywhere',
    (url) => {
      expect(addressRefusal(url, trial)).toBeNull();
      expect(addressRefusal(url, live)).toBeNull();
    },
  );

  test.each(['http://localhost:9000/', 'http://127.0.0.1:9000/', 'http://[::1]:9000/', 'https://demo.localhost/'])(
    'may be %s while the product is worked on',
    (url) => {
      expect(addressRefusal(url, trial)).toBeNull();
      expect(addressRefusal(url, live)).toContain('private address');
    },
  );

  test.each([
    'http://demo.example/',
    'ftp://demo.example/',
    'javascript:alert(1)',
    'demo.example',
    'https://',
    'https://a:b@demo.example/',
    'https://demo.example/"',
    'https://demo.example/ x',
    'file:///etc/passwd',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://192.168.0.1/',
    'https://[fd00::1]/',
    'https://0.0.0.0/',
    'https://[::ffff:10.0.0.1]/',
    'https://0xa000001/',
  ])('is never %s', (url) => {
    expect(addressRefusal(url, trial)).toEqual(expect.any(String));
  });

  test.each(['https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:127.0.0.1]/', 'https://localhost./'])(
    'is not %s in production, however it is written',
    (url) => {
      expect(addressRefusal(url, live)).toContain('private address');
    },
  );
});

describe('A name that is looked up', () => {
  /** What a name server answers. */
  const answering = (...addresses: string[]) =>
    ((_name: string, _options: object, answer: (error: null, all: object[]) => void) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const look = (url: string, rules: OutboundRules, ...addresses: string[]) =>
    promisify(checkedLookup(targetOf(new URL(url)), rules, answering(...addresses)))('name', { all: true });

  test('leads to public addresses only, all of them', async () => {
    expect(await look('https://demo.example/', trial, '8.8.8.8')).toMatchObject([{ address: '8.8.8.8' }]);
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']])
      await expect(look('https://demo.example/', trial, ...addresses)).rejects.toThrow('private address');
  });

  test('leads to this machine where the address says so, and nowhere else then', async () => {
    expect(await look('http://localhost/', trial, '127.0.0.1', '::1')).toHaveLength(2);
    await expect(look('http://localhost/', trial, '10.0.0.1')).rejects.toThrow('private address');
    await expect(look('http://localhost/', live, '127.0.0.1')).rejects.toThrow('private address');
  });

  test('leads inside where the operator says so, at that port', async () => {
    const rules: OutboundRules = {
      local: false,
      outboundPrivate: [
        { host: 'relay.lan', port: null },
        { host: '10.0.0.5', port: 8443 },
      ],
    };
    expect(await look('https://Relay.lan:9000/', rules, '192.168.0.9')).toHaveLength(1);
    expect(await look('https://crm.example:8443/', rules, '10.0.0.5')).toHaveLength(1);
    expect(addressRefusal('http://10.0.0.5:8443/hook', rules)).toBeNull();
    for (const url of ['https://10.0.0.5/', 'http://10.0.0.6:8443/'])
      expect(addressRefusal(url, rules)).toEqual(expect.any(String));
    await expect(look('https://crm.example/', rules, '10.0.0.5')).rejects.toThrow('private address');
    await expect(look('https://other.lan/', rules, '192.168.0.9')).rejects.toThrow('private address');
  });
});
