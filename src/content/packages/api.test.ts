// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, idsOf } from '../../../test/helpers/content.ts';
import { addPackageGroup } from './kind.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const small = { package_name: 'ছোট', installation_cost: '15000', monthly_charge: 'আলোচনা সাপেক্ষে' };
const large = { package_name: 'বড়', installation_cost: '40000', monthly_charge: '3000' };
type Groups = Record<string, { package_category: string; data: { id: number; package_name: string }[] }>;

test('GET /api/get-package answers an empty object where there is none', async () => {
  expect((await app.get('/api/get-package')).text).toBe('{}');
});

test('GET /api/get-package answers groups by label, in the order of the categories', async () => {
  await app.changes.write(['packages'], async (transaction) => {
    await addPackageGroup(transaction, { name: 'মাদ্রাসা', packages: [small] }, 2);
    await addPackageGroup(transaction, { name: 'স্কুল', packages: [small, large] }, 1);
  });
  const [madrasa, first, second] = await idsOf(app, 'packages');
  const groups = (await app.get('/api/get-package')).json<Groups>();
  expect(Object.keys(groups)).toEqual(['স্কুল', 'মাদ্রাসা']);
  // What is optional of a package and of its category, where staff wrote nothing.
  const open = { audience: '', includes: '', students_from: null, students_to: null, recommended: 0 };
  const smallOnWire = { ...small, ...open };
  expect(groups).toEqual({
    স্কুল: {
      package_category: 'স্কুল',
      note: '',
      sms_price: '',
      data: [
        { id: first, ...smallOnWire },
        { id: second, ...large, ...open },
      ],
    },
    মাদ্রাসা: { package_category: 'মাদ্রাসা', note: '', sms_price: '', data: [{ id: madrasa, ...smallOnWire }] },
  });
});

test('GET /api/get-package leaves out an inactive package and an inactive category', async () => {
  const [, , large = 0] = await idsOf(app, 'packages');
  const [madrasa = 0] = await idsOf(app, 'package_categories');
  await hide(app, 'packages', large);
  await hide(app, 'packages', madrasa, 'package_categories');
  const groups = (await app.get('/api/get-package')).json<Groups>();
  expect(Object.keys(groups)).toEqual(['স্কুল']);
  expect(groups.স্কুল?.data.map((row) => row.package_name)).toEqual(['ছোট']);
});

test('GET /api/get-package loses no row under a label that objects know otherwise, or that two categories have', async () => {
  await app.changes.write(['packages'], async (transaction) => {
    await addPackageGroup(transaction, { name: '__proto__', packages: [small] }, 3);
    await addPackageGroup(transaction, { name: 'কলেজ', packages: [small] }, 4);
    await addPackageGroup(transaction, { name: 'কলেজ', packages: [large] }, 5);
  });
  const { text } = await app.get('/api/get-package');
  const labels = [...text.matchAll(/"package_category":"([^"]+)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['স্কুল', '__proto__', 'কলেজ']);
  expect((JSON.parse(text) as Groups).কলেজ?.data.map((row) => row.package_name)).toEqual(['ছোট', 'বড়']);
});
