import { beforeAll, expect, test } from 'vitest';
import { type Description, operationsOf } from '#api/openapi.ts';
import { type Area, areaNames, areas, may, type Role, roleMeanings, roleNames, roles } from '#api/rights.ts';
import { callsDescription } from '#paths.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('docs/roles.md says what the code does; `npm test -- src/roles-page -u` writes it anew', async () => {
  await expect(await page()).toMatchFileSnapshot('../docs/roles.md');
});

async function page(): Promise<string> {
  const right = (role: Role, area: Area) =>
    may(role, 'write', area) ? 'reads and writes' : may(role, 'read', area) ? 'reads' : '–';
  const calls = await staffCalls();
  return [
    '# Roles',
    '',
    'The first account is an owner. Owners invite the others on the screen *Users*. A changed role counts from the next call',
    'on. `npm test -- src/roles-page -u` writes this page.',
    '',
    ...table([['role', 'what it is for'], ...roles.map((role) => [roleNames[role], roleMeanings[role]])]),
    '',
    ...table([
      ['area', ...roles.map((role) => roleNames[role])],
      ...areas.map((area) => [areaNames[area], ...roles.map((role) => right(role, area))]),
    ]),
    '',
    '## Calls',
    '',
    '- `GET` needs the right to read, any other method the right to write. Without it the answer is 403 with a reason.',
    '- `/api/openapi.json` names the roles of each call.',
    '',
    'Exceptions:',
    '',
    ...exceptionsAmong(calls),
    '',
  ].join('\n');
}

interface StaffCall {
  method: string;
  path: string;
  area: Area;
  need: string;
}

/** Every call of staff with its right, as the description says it. */
async function staffCalls(): Promise<StaffCall[]> {
  const operations = operationsOf((await app.get(callsDescription)).json<Description>());
  return operations.flatMap(({ path, method, operation: { description = '' } }) => {
    const [, need = 'write', name] =
      /^For staff(?: who may (read|write) the area “(.+?)”: .+)?\./.exec(description) ?? [];
    if (!description.startsWith('For staff')) return [];
    const area = areas.find((each) => areaNames[each] === (name ?? areaNames.own));
    if (!area) throw new Error(`${method} ${path} is of an unknown area: ${description}`);
    return [{ method: method.toUpperCase(), path, area, need: name ? need : needOf(method.toUpperCase()) }];
  });
}

/** The area of the first call below `/admin/News`, say, is that of the others. */
function exceptionsAmong(calls: StaffCall[]): string[] {
  return calls.flatMap((call) => {
    const { method, path, area, need } = call;
    const usual = calls.find((each) => rootOf(each) === rootOf(call));
    if (area === usual?.area && need === needOf(method)) return [];
    return [`- \`${method} ${path}\` needs the right to ${need} ‘${areaNames[area]}’.`];
  });
}

function rootOf({ path }: StaffCall): string {
  return path
    .split('/')
    .slice(0, path.startsWith('/api/') ? 4 : 3)
    .join('/');
}

function needOf(method: string): string {
  return method === 'GET' ? 'read' : 'write';
}

function table([heads = [], ...rows]: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
