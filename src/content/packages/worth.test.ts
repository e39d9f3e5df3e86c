import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim } from '../../../test/helpers/content.ts';
import { askForDemo, leadOf } from '../../../test/helpers/leads.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { addPackageGroup } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const packages = [
    { package_name: 'পল্লব', installation_cost: '10000', monthly_charge: 'প্রতি শিক্ষার্থী ৫ টাকা' },
    { package_name: 'বটমূল', installation_cost: 'আলোচনা সাপেক্ষে', monthly_charge: '900' },
  ];
  await app.changes.write(['packages'], (transaction) => addPackageGroup(transaction, { name: 'কলেজ', packages }, 0));
  return app.close;
});

let people = 0;

test.each([
  ['the first year of the package that was chosen', '350', 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী', 10_000 + 12 * 5 * 350],
  ['nothing where the price has to be talked about', '350', 'বটমূল (কলেজ), ৩৫০ শিক্ষার্থী', null],
  ['nothing where the numbers do not fit together', '300', 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী', null],
  ['nothing for a package that is not in the price list', '350', 'হাতে লেখা', null],
])('a demo request is worth %s', async (_what, students, package_, value) => {
  const person = { ...rahim, number: `0171234500${++people}`, email: `worth${people}@x.example` };
  const id = await askForDemo(app, { ...person, students, package: package_ } as typeof rahim);
  expect((await leadOf(await openOffice(app), id)).value).toBe(value);
});
