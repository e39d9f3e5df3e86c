import { expect, test } from 'vitest';
import { type Area, areaNames, areas, may, type Role, roleMeanings, roleNames, roles } from '#api/rights.ts';
import { routeRights } from './route-rights.server.ts';

test('docs/roles.md says what the code does; `npm test -- -u` writes it anew', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/roles.md');
});

function page(): string {
  const right = (role: Role, area: Area) =>
    may(role, 'write', area) ? 'reads and writes' : may(role, 'read', area) ? 'reads' : '–';
  return [
    '# Roles',
    'What somebody may do is said by a role, and looked up at every call. The first account is an owner; owners invite the',
    'others, on the screen ‘Users’. This page is written by a test: `npm test -- -u src/platform/session/roles-page`.',
    '',
    ...table([['role', 'what it is for'], ...roles.map((role) => [roleNames[role], roleMeanings[role]])]),
    '',
    ...table([
      ['area', ...roles.map((role) => roleNames[role])],
      ...areas.map((area) => [areaNames[area], ...roles.map((role) => right(role, area))]),
    ]),
    '',
    '## Calls',
    'To read is `GET`; anything else is to write, but where it says otherwise. Who may not gets a 403 with a reason.',
    '',
    ...table([['area', 'calls'], ...areas.map((area) => [areaNames[area], callsOf(area).join('<br>')])]),
    '',
  ].join('\n');
}

function callsOf(area: Area): string[] {
  return Object.entries(routeRights).flatMap(([path, rule]) => {
    if (typeof rule === 'string') return rule === area ? [`\`${path}\``] : [];
    if (rule.area !== area) return [];
    const needs = Object.entries(rule.needs ?? {}).map(([method, need]) => `${method} needs the right to ${need}`);
    const ofOwners = (rule.ofOwners ?? []).map((method) => `${method} for owners only`);
    return [`\`${path}\` (${[...needs, ...ofOwners].join(', ')})`];
  });
}

function table([heads = [], ...rows]: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
