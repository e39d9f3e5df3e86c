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

test('docs/roles.md says what the code does; `npm test -- -u` writes it anew', async () => {
  await expect(await page()).toMatchFileSnapshot('../docs/roles.md');
});

async function page(): Promise<string> {
  const right = (role: Role, area: Area) =>
    may(role, 'write', area) ? 'reads and writes' : may(role, 'read', area) ? 'reads' : '–';
  const calls = await staffCalls();
  return [
    '# Roles',
    'A role says what somebody may do, and is looked up at every call. The first account is an owner; owners invite the',
    'others, on the screen ‘Users’. This page is written by a test: `npm test -- -u src/roles-page`.',
    '',
    ...table([['role', 'what it is for'], ...roles.map((role) => [roleNames[role], roleMeanings[role]])]),
    '',
    ...table([
      ['area', ...roles.map((role) => roleNames[role])],
      ...areas.map((area) => [areaNames[area], ...roles.map((role) => right(role, area))]),
    ]),
    '',
    '## Calls',
    'A `GET` needs the right to read, any other call the right to write. Without it the answer is a 403 with a reason.',
    'The description of each call (`/api/openapi.json`) names its roles.',
    '',
    ...table([['area', 'calls below'], ...areas.map((area) => [areaNames[area], rootsOf(area, calls).join(', ')])]),
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

/** `/admin/News` stands for all calls below it: the area of its first call is that of the others, but for exceptions. */
function rootsOf(area: Area, calls: StaffCall[]): string[] {
  const roots = new Map<string, Area>();
  for (const call of calls) if (!roots.has(rootOf(call))) roots.set(rootOf(call), call.area);
  return [...roots].flatMap(([root, own]) => (own === area ? [`\`${root}\``] : [])).sort();
}

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
