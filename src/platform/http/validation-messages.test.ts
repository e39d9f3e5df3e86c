import { beforeAll, expect, test } from 'vitest';
import type { Schema } from '#api/openapi.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { describedCalls } from '../../../test/helpers/described-calls.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('whatever a body holds, it is refused in words of our own', async () => {
  const taking = (await describedCalls(app.get)).filter(
    ({ method, path, body, forStaff }) =>
      body && forStaff && /POST|PUT/.test(method) && !/logout|sessions|confirm|password|factor|passkey/.test(path),
  );
  expect(taking.length).toBeGreaterThan(60);
  const messages = new Map<string, string>();
  for (const { method, path, body } of taking)
    for (const wrong of wrongBodies(body)) {
      const said = await refusal(method, path.replace(/\{\w+\}/g, '1'), wrong);
      for (const [field, all] of said) for (const each of all) messages.set(each, `${method} ${path} ${field}`);
    }
  expect(messages.size).toBeGreaterThan(50);
  const foreign = [...messages].filter(([message]) =>
    /^(?:Invalid|Too |Unrecognized)|expected|, received \w+$/.test(message),
  );
  expect(foreign).toEqual([]);
}, 120_000);

/** Messages by field; none where the call took it. */
async function refusal(method: string, path: string, body: object): Promise<[string, string[]][]> {
  const { status, text } = await office[method === 'PUT' ? 'put' : 'post'](path, body);
  expect(status, `${method} ${path}`).toBeLessThan(500);
  return status === 422 ? Object.entries(JSON.parse(text).errors) : [];
}

function wrongBodies(schema: Schema | null): object[] {
  const shape = schema?.properties ? schema : schema?.anyOf?.find(({ properties }) => properties);
  const names = Object.keys(shape?.properties ?? {});
  return [undefined, {}, [{}], 'x'.repeat(300), -1].map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  );
}
