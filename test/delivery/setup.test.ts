import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { editProgram, releaseKey, repack } from '../helpers/archive.ts';
import { isChaos, report, within } from '../helpers/chaos.ts';
import { runCommand } from '../helpers/command.ts';
import { childrenOf } from '../helpers/processes.ts';

const { version } = packageFile;

test('setup --dry-run tells each step and does none; a wrong name is wrong use', async () => {
  const { code, out } = await runCommand(['setup', 'www.school.example', '--dry-run'], {});
  expect(code).toBe(0);
  for (const step of ['Nothing is done', '\nsystemctl enable --quiet --now prangon.socket prangon.service\n'])
    expect(out).toContain(step);
  expect(existsSync('/etc/prangon.env')).toBe(false);
  for (const wrong of [[], ['school'], ['https://www.school.example']])
    expect((await runCommand(['setup', ...wrong, '--dry-run'], {})).code).toBe(2);
});

/** Why it can't be tried here; null where it can. */
function whyNot(): string | null {
  if (!isChaos) return 'a server is set up by npm run test:ops';
  if (process.getuid?.() !== 0) return 'only root may start a container';
  const missing = ['systemd-nspawn', 'debootstrap'].find((program) => spawnSync(program, ['--version']).status !== 0);
  return missing ? `${missing} is not installed` : null;
}

test('A bare Debian is set up, updated and taken back by one command each, and refuses nobody', async (context) => {
  const reason = whyNot();
  context.skip(reason !== null, reason ?? '');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-debian-'));
  const root = path.join(folder, 'root');
  const packages = '--include=systemd,systemd-sysv,dbus,caddy,ca-certificates';
  execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', root], { stdio: 'ignore' });
  appendFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'));
  execFileSync(process.execPath, ['scripts/pack.ts'], { cwd: projectRoot, stdio: 'ignore' });
  const archive = path.join(projectRoot, `dist-pack/prangon-${version}.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '-C', path.join(root, 'root')]);
  const program = path.join(root, 'root', `prangon-${version}`);
  const before = (place: string) => editProgram(place, /readiness\.prepared = true;/, () => 'process.exit(3);');
  cpSync(repack(program, '9.9.7', releaseKey.privateKey), path.join(root, 'root/good.tar.gz'));
  cpSync(repack(program, '9.9.8', releaseKey.privateKey, { before }), path.join(root, 'root/bad.tar.gz'));

  const options = ['--quiet', '--boot', '--private-network', '--register=no', '--keep-unit', '--console=pipe'];
  const unified = existsSync('/sys/fs/cgroup/cgroup.controllers') ? '1' : '0';
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: unified };
  const machine = spawn('systemd-nspawn', [...options, '--directory', root], { env, stdio: 'ignore' });
  const inside = async (command: string) => {
    const enter = ['--target', String(childrenOf(machine.pid)[0]), '--all', 'env', '--ignore-environment'];
    const shell = ['PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'sh', '-c', `cd /root; ${command}`];
    return promisify(execFile)('nsenter', [...enter, ...shell]).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stdout, stderr }) => ({ code, out: `${stdout}${stderr}` }),
    );
  };
  onTestFinished(async () => {
    const ended = once(machine, 'exit');
    for (const init of childrenOf(machine.pid)) process.kill(init, 'SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  expect(
    await within(60_000, async () => /running|degraded/.test((await inside('systemctl is-system-running')).out)),
  ).toBe(true);

  const begun = performance.now();
  const setUp = await inside(`prangon-${version}/prangon setup www.school.example`);
  expect(setUp, setUp.out).toMatchObject({ code: 0 });
  const took = Math.round((performance.now() - begun) / 1_000);
  expect(setUp.out).toContain(
    'mv /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-prangon\nwrite /etc/caddy/Caddyfile',
  );
  const again = await inside('prangon setup www.school.example');
  expect(again.out).not.toMatch(/^(?:write|mv|cp|useradd) /m);
  expect((await inside('prangon doctor')).code).toBe(0);

  // What a killed server had accepted is lost; whoever comes afterwards waits for the next one.
  const ask = `node --eval "fetch('http://127.0.0.1:3000/healthz').then(({ status }) => console.log(status))"`;
  expect((await inside(`systemctl kill --signal=KILL prangon; ${ask}`)).out).toBe('200\n');
  await inside('systemctl start prangon');

  // A request every ten milliseconds, each by a connection of its own.
  const visitors = `
    const [all, end] = [[], Date.now() + 60_000];
    const { get } = require('node:http');
    const visit = () => new Promise((resolve) => get('http://127.0.0.1:3000/healthz', { agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode))).on('error', ({ code }) => resolve(code)));
    const timer = setInterval(async () => {
      if (require('node:fs').existsSync('/root/over') || Date.now() > end) {
        clearInterval(timer);
        const bad = (await Promise.all(all)).filter((status) => status !== 200);
        console.log(JSON.stringify({ sent: all.length, bad }));
      } else all.push(visit());
    }, 10);`;
  const visiting = inside(`node --eval "${visitors}"`);
  for (let at = 0; at < 3; at++) expect(await inside('systemctl restart prangon')).toEqual({ code: 0, out: '' });
  const good = await inside('prangon update good.tar.gz --unsigned');
  expect(good, good.out).toMatchObject({ code: 0 });
  const bad = await inside('prangon update bad.tar.gz --unsigned --wait 10');
  expect(bad, bad.out).toMatchObject({ code: 1 });
  expect(bad.out).toContain('9.9.8 was not ready within 10 s.\n9.9.7 runs again');
  await inside('touch over');
  const visits: { sent: number; bad: unknown[] } = JSON.parse((await visiting).out);
  const measured = `set up in ${took} s; ${visits.bad.length} of ${visits.sent} requests failed in 3 restarts, 2 updates`;
  report(context, { what: 'a bare Debian', measured, goal: '0 failed' });
  expect(visits.bad).toEqual([]);

  const removed = await inside('prangon setup --remove');
  expect(removed, removed.out).toMatchObject({ code: 0 });
  const left = ['/etc/systemd/system/prangon.service', '/etc/systemd/system/prangon.socket', '/usr/local/bin/prangon'];
  expect(left.filter((file) => existsSync(path.join(root, file)))).toEqual([]);
  expect(readFileSync(path.join(root, 'etc/caddy/Caddyfile'), 'utf8')).not.toContain('prangon');
  expect(existsSync(path.join(root, 'var/lib/prangon/prangon.sqlite'))).toBe(true);
});
