import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { routesOf } from '../test/helpers/routes.ts';
import { hireStaff, newNetwork, type Staff, sessionOf } from '../test/helpers/staff.ts';

let app: TestApp;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp();
  staff = await hireStaff(app);
  return app.close;
});

const odd = ['abc', '0', '-1', '1.5', '1e3', '2147483648', '99999999999999999999', '%00', '%E0%A7%A7'];

test('no address takes what is no id: 404 by every method, whatever the body says', async () => {
  const routes = routesOf(app).filter((route) => !route.startsWith('HEAD ') && /:(?!file|part|key|name)/.test(route));
  expect(routes.length).toBeGreaterThan(50);
  const others: string[] = [];
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const addresses = odd.flatMap((id) =>
      (path.match(/:\w+/g) ?? []).map((name) => path.replace(name, id).replace(/:\w+/, '1')),
    );
    const statuses = await statusesOf(method, addresses);
    others.push(...addresses.map((address, at) => `${method} ${address}: ${statuses[at]}`));
  }
  expect(others.filter((answer) => !answer.endsWith(': 404'))).toEqual([]);
});

/** In a session and from a network of their own: both have limits. */
async function statusesOf(method: string, addresses: string[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${await sessionOf(app, staff)}`, 'content-type': 'application/json' };
  const call = { method, headers, from: newNetwork(), ...(/^P/.test(method) && { body: '{"no_such_field":1}' }) };
  const answers = await Promise.all(addresses.map((address) => app.send(address, call)));
  return answers.map(({ status }) => status);
}
