import type { lookup } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addressRefusal, checkedLookup, isPublic } from './guard.server.ts';

describe('An address of a network', () => {
  test.each(['8.8.8.8', '103.4.145.245', '172.15.0.1', '172.32.0.1', '2a00:1450:4009::1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001::1',
    'demo.example',
    '',
  ])('%s is not', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

describe('The address of a webhook', () => {
  test.each(['https://demo.example/hook', 'https://demo.example:8443/a?b=c', 'https://8.8.8.8/'])(
    'may be %s anywhere',
    (url) => {
      expect(addressRefusal(url, true)).toBeNull();
      expect(addressRefusal(url, false)).toBeNull();
    },
  );

  test.each(['http://localhost:9000/', 'http://127.0.0.1:9000/', 'http://[::1]:9000/', 'https://demo.localhost/'])(
    'may be %s while the product is worked on',
    (url) => {
      expect(addressRefusal(url, true)).toBeNull();
      expect(addressRefusal(url, false)).toContain('private network');
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
    expect(addressRefusal(url, true)).toEqual(expect.any(String));
  });

  test.each(['https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:127.0.0.1]/', 'https://localhost./'])(
    'is not %s in production, however it is written',
    (url) => {
      expect(addressRefusal(url, false)).toContain('private network');
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
  const look = (url: string, loopback: boolean, ...addresses: string[]) =>
    promisify(checkedLookup(new URL(url), loopback, answering(...addresses)))('name', { all: true });

  test('leads to public addresses only, all of them', async () => {
    expect(await look('https://demo.example/', true, '8.8.8.8')).toMatchObject([{ address: '8.8.8.8' }]);
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']]) {
      await expect(look('https://demo.example/', true, ...addresses)).rejects.toThrow('private network');
    }
  });

  test('leads to this machine where the address says so, and nowhere else then', async () => {
    expect(await look('http://localhost/', true, '127.0.0.1', '::1')).toHaveLength(2);
    await expect(look('http://localhost/', true, '10.0.0.1')).rejects.toThrow('private network');
    await expect(look('http://localhost/', false, '127.0.0.1')).rejects.toThrow('private network');
  });
});
