import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BuiltServer } from './built-server.ts';
import { freePort } from './free-port.ts';
import { within } from './torment.ts';

/** Programs that stand before several instances, each with what docs/operations.md says of it. */
const programs = {
  nginx: {
    args: (file: string) => ['-c', file, '-e', 'stderr'],
    configuration: (port: number, folder: string, instances: string[]) => `
      worker_processes 1;
      daemon off;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      pid ${folder}/pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        upstream prangon {
          ${instances.map((instance) => `server ${instance} fail_timeout=1s;`).join('\n')}
          keepalive 16;
        }
        server {
          listen 127.0.0.1:${port};
          client_max_body_size 64m;
          location / {
            proxy_pass http://prangon;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
          }
        }
      }`,
  },
  haproxy: {
    args: (file: string) => ['-f', file],
    configuration: (port: number, _folder: string, instances: string[]) => `
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
} as const;

export type BalancerName = keyof typeof programs;

/** Where the machine has it; null elsewhere. */
function fileOf(name: BalancerName): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export const hasBalancer = (name: BalancerName): boolean => fileOf(name) !== null;

/** One of them before these instances, on a port of its own. */
export class Balancer {
  readonly url: string;
  /** What it complained of. */
  output = '';
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(process: ChildProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.url = url;
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
  }

  static async before(name: BalancerName, servers: BuiltServer[]): Promise<Balancer> {
    const { args, configuration } = programs[name];
    const folder = mkdtempSync(path.join(os.tmpdir(), `prangon-${name}-`));
    const file = path.join(folder, 'configuration');
    const port = await freePort();
    const instances = servers.map(({ url }) => new URL(url).host);
    writeFileSync(file, configuration(port, folder, instances));
    const child = spawn(fileOf(name) ?? name, args(file), { stdio: ['ignore', 'ignore', 'pipe'] });
    const balancer = new Balancer(child, folder, `http://127.0.0.1:${port}`);
    if (!(await within(10_000, () => balancer.#answers()))) throw new Error(`${name}: ${balancer.output}`);
    return balancer;
  }

  async close(): Promise<void> {
    this.#process.kill('SIGTERM');
    await once(this.#process, 'exit');
    rmSync(this.#folder, { recursive: true });
  }

  #answers(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
