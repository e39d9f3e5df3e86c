import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { type CommandCall, CommandError, type ExitOutcome, UsageError } from './command.server.ts';

/** One line of what is printed; without `run` there is nothing to do. */
interface Step {
  line: string;
  run?: () => void;
}

const units = ['prangon.socket', 'prangon.service'];
const unitFile = (name: string) => `/etc/systemd/system/${name}`;
const settingsFile = '/etc/prangon.env';
const commandFile = '/usr/local/bin/prangon';
const caddyFile = '/etc/caddy/Caddyfile';
const nginxFile = '/etc/nginx/sites-available/prangon';
const nginxLink = '/etc/nginx/sites-enabled/prangon';
const certificate = '/etc/ssl/prangon.pem';

/** Files that have this line were written here. */
const marker = '# Written by `prangon setup`, which may replace it.';

const command = `#!/bin/sh
${marker}
# The command with the settings of the server and, where it needs no rights of root, as its user.
case "$1" in setup | update) as= ;; *) as='runuser -u prangon --' ;; esac
exec $as NODE --env-file=${settingsFile} /opt/prangon/prangon "$@"
`;

/** Debian and Ubuntu, with systemd. Does only what is not done yet. */
export async function setup({ words: [site = ''], options }: CommandCall): Promise<ExitOutcome> {
  const host = URL.canParse(`https://${site}`) ? new URL(`https://${site}`).hostname : '';
  if (!options.remove && (host !== site.toLowerCase() || !site.includes('.')))
    throw new UsageError('Give the name of the site, such as www.school.example.');
  if (!options['dry-run']) assertPossible();
  const lines: string[] = [];
  for (const { line, run } of options.remove ? stepsBack() : steps(host)) {
    lines.push(line);
    if (options['dry-run']) continue;
    try {
      run?.();
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: Buffer };
      throw new CommandError([...lines, `This failed: ${stderr?.toString().trim() || message}`].join('\n'));
    }
  }
  const about = options['dry-run'] ? ['Nothing is done; without --dry-run it would be:'] : [];
  return { facts: { steps: lines }, text: [...about, ...lines].join('\n') };
}

function assertPossible(): void {
  if (process.getuid?.() !== 0) throw new CommandError('Only root may do that: put `sudo` before it.');
  if (!existsSync('/run/systemd/system'))
    throw new CommandError('systemd does not run here: docs/install.md has other ways.');
  if (/^\/(?:root|home)\//.test(process.execPath))
    throw new CommandError(
      `The server may not read ${process.execPath}: install Node below /usr/local, as docs/install.md says.`,
    );
}

function steps(host: string): Step[] {
  const program = `/opt/${path.basename(projectRoot)}`;
  const service = shipped('prangon.service').replace('/usr/local/bin/node', process.execPath);
  return [
    ...(readFileSync('/etc/passwd', 'utf8').includes('\nprangon:')
      ? [{ line: 'user prangon is there' }]
      : [execute('useradd', '--system', '--home-dir', '/var/lib/prangon', '--shell', '/usr/sbin/nologin', 'prangon')]),
    ...(existsSync(program)
      ? []
      : [{ line: `copy ${projectRoot} to ${program}`, run: () => cpSync(projectRoot, program, copying) }]),
    linkTo('/opt/prangon', program),
    ...(existsSync(settingsFile)
      ? [{ line: `${settingsFile} stays as it is` }]
      : [
          write(settingsFile, shipped('prangon.env').replace('www.example.com', host), 0o640),
          execute('chgrp', 'prangon', settingsFile),
        ]),
    write(unitFile('prangon.service'), service),
    write(unitFile('prangon.socket'), shipped('prangon.socket')),
    write(commandFile, command.replace('NODE', process.execPath), 0o755),
    execute('systemctl', 'daemon-reload'),
    execute('systemctl', 'enable', '--now', ...units),
    ...proxySteps(host),
    { line: 'The password of the first account: journalctl --unit prangon' },
  ];
}

const copying = { recursive: true, verbatimSymlinks: true };

function proxySteps(host: string): Step[] {
  if (existsSync('/usr/bin/caddy'))
    return [
      write(caddyFile, shipped('Caddyfile').replace('{$SITE:www.example.com}', host)),
      execute('systemctl', 'reload-or-restart', 'caddy'),
    ];
  if (!existsSync('/usr/sbin/nginx'))
    return [{ line: 'Neither Caddy nor nginx is installed: `apt install caddy`, then run this again' }];
  const site = write(nginxFile, shipped('nginx.conf').replaceAll('www.example.com', host));
  if (!existsSync(certificate))
    return [
      site,
      { line: `nginx needs ${certificate} and prangon.key beside it: put them there, then run this again` },
    ];
  return [
    site,
    linkTo(nginxLink, nginxFile),
    execute('nginx', '-t'),
    execute('systemctl', 'reload-or-restart', 'nginx'),
  ];
}

function stepsBack(): Step[] {
  const isThere = existsSync(unitFile('prangon.service'));
  return [
    ...(isThere ? [execute('systemctl', 'disable', '--now', ...units)] : []),
    ...[...units.map(unitFile), commandFile, caddyFile, nginxFile].flatMap(takeBack),
    ...(isLink(nginxLink) ? [{ line: `remove ${nginxLink}`, run: () => rmSync(nginxLink) }] : []),
    execute('systemctl', 'daemon-reload'),
    ...['caddy', 'nginx'].flatMap((name) =>
      existsSync(`/lib/systemd/system/${name}.service`) ? [execute('systemctl', 'try-reload-or-restart', name)] : [],
    ),
    { line: `What is yours stays: /var/lib/prangon, ${settingsFile}, the user prangon, and /opt/prangon` },
  ];
}

function takeBack(file: string): Step[] {
  if (!existsSync(file)) return [];
  if (!readFileSync(file, 'utf8').includes(marker))
    return [{ line: `${file} stays: it was not written by this command` }];
  const before = `${file}.before-prangon`;
  if (!existsSync(before)) return [{ line: `remove ${file}`, run: () => rmSync(file) }];
  return [{ line: `put ${before} back`, run: () => renameSync(before, file) }];
}

function write(file: string, text: string, mode = 0o644): Step {
  const content = text.includes(marker) ? text : `${marker}\n${text}`;
  const present = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (present === content) return { line: `${file} is as it should be` };
  const aside = present?.includes(marker) ? `${file}.old` : `${file}.before-prangon`;
  return {
    line: present === null ? `write ${file}` : `write ${file}; what was there becomes ${aside}`,
    run: () => {
      if (present !== null) renameSync(file, aside);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content, { mode });
    },
  };
}

function linkTo(link: string, target: string): Step {
  if (isLink(link) && realpathSync(link) === target) return { line: `${link} leads to ${target}` };
  return {
    line: `link ${link} to ${target}`,
    run: () => {
      if (isLink(link)) rmSync(link);
      symlinkSync(path.relative(path.dirname(link), target), link);
    },
  };
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function execute(program: string, ...args: string[]): Step {
  return { line: [program, ...args].join(' '), run: () => void execFileSync(program, args, { stdio: 'pipe' }) };
}

function shipped(name: string): string {
  return readFileSync(path.join(projectRoot, 'deploy', name), 'utf8');
}
