import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { median, type Row } from './table.ts';

const seconds = 1;
const rounds = 15;
/** Upper bound of repeated sets: other load on the machine may distort one of the two servers. */
const maxSets = 3;
const nginxPort = 3911;
const barePort = 3912;

/**
 * Compares the cached home page with one nginx worker that serves the same compressed bytes. Both servers run on the
 * first core, the load generator on the second; short rounds alternate, so that noise hits both.
 */
export async function cachedPage(url: string, pid: number): Promise<Row[]> {
  if (!has('nginx') || !has('wrk') || !has('taskset')) {
    return [{ what: 'cached page against nginx', value: 'not measured: nginx, wrk and taskset are needed' }];
  }
  execFileSync('taskset', ['-apc', '0', String(pid)], { stdio: 'ignore' });
  const nginx = await startNginx(`${url}/`);
  const bare = await startBareNode(`${url}/`);
  try {
    let rows = await measureSet(url);
    for (let set = 1; set < maxSets && rows.some(({ good }) => good === false); set++) rows = await measureSet(url);
    return rows;
  } finally {
    nginx.stop();
    bare.kill();
    execFileSync('taskset', ['-apc', '0-1', String(pid)], { stdio: 'ignore' });
  }
}

async function measureSet(url: string): Promise<Row[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await load(`${url}/`));
    theirs.push(await load(`http://127.0.0.1:${nginxPort}/`));
    bares.push(await load(`http://127.0.0.1:${barePort}/`));
  }
  const [toNginx, toBare] = [quick(ours) / quick(theirs), quick(ours) / quick(bares)];
  return [
    { what: 'cached home page, one core', value: `${Math.round(quick(ours))} requests/s` },
    { what: 'the same bytes from one nginx worker', value: `${Math.round(quick(theirs))} requests/s` },
    {
      what: 'the same bytes, headers too, from a bare Node server, which is the limit',
      value: `${Math.round(quick(bares))} requests/s, ${(quick(bares) / quick(theirs)).toFixed(2)} of nginx`,
    },
    { what: 'ours to nginx', value: toNginx.toFixed(2), target: '≥ 0.33', good: toNginx >= 0.33 },
    { what: 'ours to the bare Node server', value: toBare.toFixed(2), target: '≥ 0.85', good: toBare >= 0.85 },
  ];
}

/** Median of the fastest third of the rounds: the slower ones include other load on the machine. */
function quick(rates: number[]): number {
  return median(rates.toSorted((one, other) => other - one).slice(0, rounds / 3));
}

/**
 * Requests per second over 32 connections with a browser's `Accept-Encoding`. Does not block: who measures next would send
 * over connections that the server has closed meanwhile.
 */
async function load(url: string): Promise<number> {
  const args = ['-c', '1', 'wrk', '-t1', '-c32', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip, deflate, br', url];
  const { stdout: report } = await promisify(execFile)('taskset', args);
  if (/Non-2xx/.test(report)) throw new Error(report);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
}

async function startNginx(page: string): Promise<{ stop: () => void }> {
  const answer = await fetch(page, { headers: { 'accept-encoding': 'br' } });
  // `fetch` decompresses; curl returns the raw bytes.
  const bytes = execFileSync('curl', ['-s', '-H', 'Accept-Encoding: br', page], { maxBuffer: 2 ** 26 });
  const folder = mkdtempSync(path.join(tmpdir(), 'prangon-nginx-'));
  // The worker runs as another user when nginx is started by root.
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, 'index.html'), bytes);
  const headers = [...answer.headers].filter(
    ([name]) =>
      !['content-length', 'date', 'connection', 'keep-alive', 'etag', 'content-type', 'transfer-encoding'].includes(
        name,
      ),
  );
  const lines = headers.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `worker_processes 1; worker_cpu_affinity 01; daemon off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=16; open_file_cache_valid 60s; keepalive_requests 10000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  types { text/html html; } charset utf-8;
  server { listen 127.0.0.1:${nginxPort}; root ${folder}; ${lines.join(' ')} }
}`,
  );
  const nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + 5_000;
  while (!(await fetch(`http://127.0.0.1:${nginxPort}/`).catch(() => null)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    stop: () => {
      nginx.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      nginx.kill('SIGTERM');
    },
  };
}

/** Baseline: Node's HTTP server with one prebuilt buffer and prebuilt headers. */
async function startBareNode(page: string): Promise<ChildProcess> {
  const code = `
    const curl = (...args) => require('node:child_process').execFileSync('curl', ['-s', '-H', 'Accept-Encoding: br', ...args, process.argv[1]], { maxBuffer: 2 ** 26 });
    const body = curl();
    const headers = curl('-D', '-', '-o', '/dev/null').toString().trim().split('\\r\\n').slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name.toLowerCase())).flat();
    require('node:http').createServer((request, response) => { response.writeHead(200, headers); response.end(body); }).listen(${barePort}, '127.0.0.1');`;
  const child = spawn('taskset', ['-c', '0', process.execPath, '-e', code, page], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + 5_000;
  while (!(await fetch(`http://127.0.0.1:${barePort}/`).catch(() => null)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin` } });
    return true;
  } catch {
    return false;
  }
}
