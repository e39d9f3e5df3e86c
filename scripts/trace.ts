import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, isRunnableDevEnvironment } from 'vite';
import type { Role } from '../src/api/rights.ts';
import { adminCalls } from '../src/paths.ts';
import { readSettings } from '../src/platform/settings/settings.server.ts';
import { rahim } from '../test/helpers/content.ts';
import { access } from '../test/helpers/demo-access.ts';
import { MailServer } from '../test/helpers/mail-server.ts';
import { hireStaff, sessionOf } from '../test/helpers/staff.ts';

/**
 * Prints which functions of src a request runs through: npm run trace -- METHOD PATH [JSON]. The server runs from the
 * sources on a temporary store with the sample content; an editor is signed in. Without JSON a PUT sends the record
 * unchanged, a POST a demo request.
 */
const root = path.resolve(import.meta.dirname, '..');
const [method = 'GET', url = '/', json] = process.argv.slice(2);

const server = { middlewareMode: true, ws: false, watch: null } as const;
const vite = await createServer({ root, appType: 'custom', logLevel: 'warn', server });
const { ssr } = vite.environments;
if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite does not run modules of the server');
const { createApp } = await ssr.runner.import<typeof import('../src/app.server.ts')>('/src/app.server.ts');

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-trace-'));
const mailServer = await MailServer.open();
const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SAMPLE_CONTENT: '1', SMTP_URL: mailServer.url };
const app = await createApp(readSettings(env));
// Encoding all sample pictures would take minutes beside the request.
app.pictures.prepareVariants = async () => undefined;
await app.http.listen({ port: 0, host: '127.0.0.1' });
await app.prepare(() => undefined);
const site = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
await send('PUT', adminCalls.demoAccess, await headersOf('owner'), JSON.stringify(access));
const editor = await headersOf('editor');
const body = method === 'GET' ? null : (json ?? JSON.stringify(method === 'PUT' ? await readRecord() : rahim));

const inspector = new Session();
inspector.connect();
await inspector.post('Debugger.enable');
await inspector.post('Profiler.enable');
// Jobs of the start end meanwhile.
await sleep(4_000);
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await sleep(2_000);
const idle = await takeCalls();
const { status } = await send(method, url, editor, body);
await print(`${method} ${url} answers ${status}`);
await sleep(2_000);
await print('Jobs after the answer');
await app.http.close();
await mailServer.close();
await vite.close();
rmSync(dataDir, { recursive: true });
process.exit();

async function headersOf(role: Role): Promise<Record<string, string>> {
  const token = await sessionOf(app, await hireStaff(app, role, role));
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-csrf-token': app.csrf.token() };
}

async function readRecord(): Promise<unknown> {
  const { text } = await send('GET', url.replace(/\?.*/, ''), editor, null);
  return JSON.parse(text).data;
}

async function send(method: string, url: string, headers: Record<string, string>, body: string | null) {
  const answer = await fetch(site + url, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) console.error(text);
  return { status: answer.status, text };
}

/** How often each function was called since the last time; the key is file, name and offset. */
async function takeCalls(): Promise<Map<string, number>> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const calls = new Map<string, number>();
  for (const { url: file, scriptId, functions } of result) {
    if (!file.startsWith(`${root}/src/`)) continue;
    const { scriptSource } = await inspector.post('Debugger.getScriptSource', { scriptId });
    for (const { functionName, ranges } of functions) {
      const [{ count, startOffset, endOffset } = { count: 0, startOffset: 0, endOffset: 0 }] = ranges;
      // Vite turns exports into getters.
      const isExport = /^(get )?\(\)\s*(=>)?\s*\{\s*(try \{ )?return/.test(scriptSource.slice(startOffset, endOffset));
      if (count > 0 && !isExport) calls.set([path.relative(root, file), functionName, startOffset].join('\t'), count);
    }
  }
  return calls;
}

/** Leaves out what two idle seconds call as often. */
async function print(title: string): Promise<void> {
  const calls = [...(await takeCalls())].filter(([key, count]) => count > (idle.get(key) ?? 0));
  const functions = calls.map(([key]) => key.split('\t'));
  const files = Map.groupBy(functions, ([file]) => file);
  console.log(`\n${title}: ${files.size} files, ${functions.length} functions of src`);
  for (const [file, called] of [...files].toSorted()) {
    const names = called.flatMap(([, name]) => name || []);
    if (names.length < called.length) names.push(`${called.length - names.length} unnamed`);
    console.log(`  ${file}: ${names.join(', ')}`);
  }
}
