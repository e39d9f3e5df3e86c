import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import type { BuiltServer } from './built-server.ts';
import { within } from './chaos.ts';
import { freePort } from './free-port.ts';
import { localhostCertificate } from './localhost-certificate.ts';
import { Client } from './requests.ts';

/** Where one of them runs. */
interface Place {
  folder: string;
  port: number;
  /** Without TLS, where it has both. */
  plainPort: number;
  instances: string[];
}

interface Program {
  scheme: 'http' | 'https';
  args: (file: string) => string[];
  env?: (place: Place) => Record<string, string>;
  configuration: (place: Place) => string;
}

/** Programs that stand before several instances: nginx and Caddy by the files in `deploy/`, HAProxy by what docs/instances.md says. */
const programs = {
  nginx: {
    scheme: 'https',
    args: (file) => ['-c', file, '-e', 'stderr'],
    configuration: (place) => `
      worker_processes 1;
      daemon off;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      pid ${place.folder}/pid;
      events { worker_connections 1024; }
      http {
        access_log ${place.folder}/access;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place.folder}/${name};`).join('\n')}
        ${nginxSite(place)}
      }`,
  },
  caddy: {
    scheme: 'https',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    env: ({ folder, instances }) => ({ HOME: folder, SITE: 'localhost', INSTANCES: instances.join(' ') }),
    configuration: ({ folder, port, plainPort }) => `
{
	admin off
	storage file_system ${folder}
	default_bind 127.0.0.1
	http_port ${plainPort}
	https_port ${port}
	grace_period 1s
}
${shipped('Caddyfile', [['# tls /etc/ssl/prangon.pem /etc/ssl/prangon.key', `tls ${folder}/cert ${folder}/key`]])}`,
  },
  haproxy: {
    scheme: 'http',
    args: (file) => ['-f', file],
    configuration: ({ port, instances }) => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  retries 3
  option redispatch 1
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend prangon
backend prangon
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${instances.map((instance, at) => `  server instance${at} ${instance}`).join('\n')}
`,
  },
} satisfies Record<string, Program>;

export type BalancerName = keyof typeof programs;

function nginxSite({ folder, port, plainPort, instances }: Place): string {
  return shipped('nginx.conf', [
    [
      'server 127.0.0.1:3000 fail_timeout=1s;',
      instances.map((instance) => `server ${instance} fail_timeout=1s;`).join('\n'),
    ],
    ['/var/cache/prangon', `${folder}/cache`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/prangon.pem', `${folder}/cert`],
    ['/etc/ssl/prangon.key', `${folder}/key`],
  ]);
}

/** The file as operators get it, but for the places that are theirs. */
function shipped(name: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} has no '${from}'`);
      return text.replace(from, to);
    },
    readFileSync(path.join(projectRoot, 'deploy', name), 'utf8'),
  );
}

/** Where the machine has it; null elsewhere. */
function fileOf(name: BalancerName): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export const hasBalancer = (name: BalancerName): boolean => fileOf(name) !== null;

/** One of them before these instances, on a port of its own. */
export class Balancer {
  readonly url: string;
  /** Where visitors come who ask without TLS. */
  readonly plainUrl: string;
  /** What it complained of. */
  output = '';
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(process: ChildProcess, scheme: string, { folder, port, plainPort }: Place) {
    this.#process = process;
    this.#folder = folder;
    this.url = `${scheme}://localhost:${port}`;
    this.plainUrl = `http://localhost:${plainPort}`;
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
  }

  static async before(name: BalancerName, servers: Pick<BuiltServer, 'url'>[], onPort?: number): Promise<Balancer> {
    const { scheme, args, env, configuration }: Program = programs[name];
    const folder = mkdtempSync(path.join(os.tmpdir(), `prangon-${name}-`));
    const port = onPort ?? (await freePort());
    const instances = servers.map(({ url }) => new URL(url).host);
    const place: Place = { folder, port, plainPort: await freePort(), instances };
    const file = path.join(folder, 'configuration');
    writeFileSync(file, configuration(place));
    for (const part of ['cert', 'key'] as const) writeFileSync(path.join(folder, part), localhostCertificate[part]);
    const child = spawn(fileOf(name) ?? name, args(file), {
      env: { PATH: process.env.PATH, ...env?.(place) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const balancer = new Balancer(child, scheme, place);
    if (!(await within(10_000, () => balancer.#answers()))) throw new Error(`${name}: ${balancer.output}`);
    return balancer;
  }

  /** Of nginx alone; lines come a moment after their answers. */
  readLog(): string {
    return readFileSync(path.join(this.#folder, 'access'), 'utf8');
  }

  async close(): Promise<void> {
    this.#process.kill('SIGTERM');
    await once(this.#process, 'exit');
    rmSync(this.#folder, { recursive: true });
  }

  async #answers(): Promise<boolean> {
    const client = new Client(this.url);
    return client
      .get('/readyz')
      .then(
        ({ status }) => status === 200,
        () => false,
      )
      .finally(() => client.close());
  }
}
