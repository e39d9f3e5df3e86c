import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createFront, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import react from '@vitejs/plugin-react';
import { createServer as createVite, isRunnableDevEnvironment, type Plugin, transformWithOxc } from 'vite';
import type { Running } from '../src/development.server.ts';
import { assets } from '../src/paths.ts';
import { drawingFonts } from '../src/site/fonts/subset.server.ts';
import configOfBuild from '../vite.config.ts';

/**
 * Development server: runs the sources through Vite. A change to a server module reloads it and its importers, restarts
 * the server behind this port and reloads open public pages. Styles and admin screens are hot-replaced. Caches and
 * compression are off; `npm start` has them.
 */
const root = path.resolve(import.meta.dirname, '..');
const clientDir = path.join(root, 'dist/client');
const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;

/** Files that are inlined into pages. */
const inlinedFiles = /^src\/(site\/sheets\/.*\.css|.*\/(boot|loader|service-worker)\.ts|ui\/site\/fonts\.css)$/;

// A service worker would show copies from before the edit.
process.env.OFFLINE_PAGES ??= '0';
// They are made by the built program.
process.env.BACKUPS ??= '0';

const started = Promise.withResolvers<void>();
const front = createFront((req, answer) => void started.promise.then(() => reply(req, answer)));
await listen();
// Without its stamp file, `npm start` rebuilds.
rmSync(path.join(root, 'dist'), { recursive: true, force: true });
cpSync(await drawingFonts(root), path.join(root, 'dist/server/fonts'), { recursive: true });

const built = await configOfBuild({ command: 'serve', mode: 'development' });
const vite = await createVite({
  ...built,
  root,
  // Vite would restart itself when a file that its configuration imports changes, and those are sources of ours.
  configFile: false,
  base: assets,
  cacheDir: path.join(root, '.cache/vite'),
  appType: 'custom',
  logLevel: 'warn',
  plugins: [...(built.plugins ?? []), renewOnEdit()],
  optimizeDeps: { entries: ['src/admin/client.tsx', 'src/**/*.island.tsx'] },
  server: {
    middlewareMode: true,
    ws: { server: front },
    watch: { ignored: ['.cache', 'bench', 'data', 'dist', 'docs', 'test'].map((name) => path.join(root, name, '**')) },
  },
});
const { client, ssr } = vite.environments;
if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite does not run modules of the server');
const { runner } = ssr;

let running: Running | null = null;
let agent = new Agent({ keepAlive: true });
let trouble: Error | null = null;
/** Number of restarts; a page with another number reloads. */
let edition = 0;
let requested = 0;
let restarting: Promise<void> | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop);
// A page misses events sent while it was loading, so the state is sent again on connect.
client.hot.on('prangon:opened', (_, page) => page.send('prangon:server', state()));
process.on('unhandledRejection', (reason) => console.error(reason));
// Ignore EPIPE after the reading end of the pipe has closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
await restart('');
started.resolve();
console.log(`\nThe site is at http://localhost:${port}/\nEdits show by themselves. Stop with Ctrl C.`);

async function listen(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  front.once('error', reject);
  try {
    front.listen(Number(port), host, resolve);
    await promise;
  } catch (error) {
    console.error(`Setting: PORT ${port} on HOST ${host} can't be used: ${(error as Error).message}`);
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  await running?.close();
  await vite.close();
  process.exit(0);
}

/** Restarts the server from the sources. Changes during a restart trigger one more. */
function restart(cause: string): Promise<void> {
  requested++;
  restarting ??= (async () => {
    const from = performance.now();
    for (let done = 0; done !== requested; ) {
      done = requested;
      await reloadServer();
    }
    restarting = null;
    edition++;
    client.hot.send('prangon:server', state());
    if (cause && !trouble) console.log(`${cause}: ${Math.round(performance.now() - from)} ms`);
  })();
  return restarting;
}

/** Public pages are rendered by the server, so they reload or show the error. */
function state() {
  return { edition, trouble: trouble && { message: trouble.message, stack: trouble.stack ?? '' } };
}

async function reloadServer(): Promise<void> {
  try {
    await writeClientStub();
    const source = await runner.import<typeof import('../src/development.server.ts')>('/src/development.server.ts');
    // Where the new code fails to load, the old server stays.
    await running?.close();
    running = null;
    agent.destroy();
    agent = new Agent({ keepAlive: true });
    running = await source.startForDevelopment(process.env);
    trouble = null;
  } catch (error) {
    trouble = error as Error;
    console.error(trouble.stack);
  }
}

/** Replaces inlined files in development. */
function inPages(file: string): string | Promise<string> {
  if (file.startsWith('src/site/sheets/')) return `@import "${assets}${file}";`;
  if (file === 'src/site/islands/loader.ts') return `import "${assets}${file}";`;
  if (file === 'src/ui/site/fonts.css')
    return runner.import<{ default: string }>(`/${file}?inline`).then((module) => module.default);
  if (file.endsWith('/boot.ts')) {
    const source = path.join(root, file);
    // The script is inlined without `type="module"`.
    return transformWithOxc(readFileSync(source, 'utf8'), source).then(({ code }) => code.replace('export {};', ''));
  }
  return '';
}

/** Fakes the built client that the server expects: each file maps to its source. */
async function writeClientStub(): Promise<void> {
  const sources = globSync('src/**/*.{ts,tsx,css,svg}', { cwd: root }).filter(
    (file) => !/\.(server|test)\./.test(file),
  );
  for (const name of ['manifest', 'manifest.en', 'manifest.bn'])
    write(`.vite/${name}.json`, JSON.stringify(Object.fromEntries(sources.map((file) => [file, { file }]))));
  for (const file of sources.filter((each) => inlinedFiles.test(each))) write(file, await inPages(file));
  mkdirSync(path.join(clientDir, 'assets'), { recursive: true });
}

function write(name: string, content: string): void {
  const file = path.join(clientDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function renewOnEdit(): Plugin {
  return {
    name: 'prangon-renew-on-edit',
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'ssr') return;
      const name = path.relative(root, file);
      const isInPages = inlinedFiles.test(name) && !name.startsWith('src/site/sheets/');
      // Modules that inline these files cache their text.
      if (isInPages) runner.clearCache();
      if (isInPages || modules.length > 0) void restart(name);
      return [];
    },
  };
}

async function reply(req: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (req.url?.startsWith(assets)) {
    vite.middlewares(req, answer, () => answer.writeHead(404).end());
    return;
  }
  while (restarting) await restarting;
  if (!running) {
    const page = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>';
    answer.writeHead(500, { 'content-type': 'text/html' }).end(withVite(page, true));
    return;
  }
  const { method = 'GET', url = '/' } = req;
  const headers = { ...req.headers, 'accept-encoding': 'identity' };
  const proxyRequest = request(
    { host: '127.0.0.1', port: running.port, agent, method, path: url, headers },
    (upstream) => pass(upstream, answer),
  );
  proxyRequest.on('error', () => answer.destroy());
  answer.on('close', () => proxyRequest.destroy());
  req.pipe(proxyRequest);
}

async function pass(upstream: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { statusCode = 500, headers } = upstream;
  if (!headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(statusCode, headers);
    upstream.pipe(answer);
    return;
  }
  const policy = relaxed(String(headers['content-security-policy']));
  for (const name of ['content-length', 'etag', 'transfer-encoding']) delete headers[name];
  answer.writeHead(statusCode, { ...headers, 'content-security-policy': policy });
  answer.end(forDevelopment(await text(upstream)));
}

/** Allows Vite's inline scripts and styles; the rest of the CSP stays as in production. */
function relaxed(policy: string): string {
  const directives = policy.split('; ').filter((directive) => !directive.includes('trusted-types'));
  return directives.map((each) => each.replace(/^(script|style)-src .*/, "$1-src 'self' 'unsafe-inline'")).join('; ');
}

/** Vite hot-replaces a linked stylesheet. */
function forDevelopment(html: string): string {
  const linked = html.replace(/<style>@import "([^"]+)";<\/style>/, '<link rel="stylesheet" href="$1">');
  return withVite(linked, linked !== html);
}

function withVite(html: string, isPublic: boolean): string {
  const follow = `import { createHotContext, ErrorOverlay } from "${assets}@vite/client";
    const hot = createHotContext("/page");
    hot.on("prangon:server", ({ edition, trouble }) => {
      for (const shown of document.querySelectorAll("vite-error-overlay")) shown.remove();
      if (trouble) document.body.append(new ErrorOverlay(trouble));
      else if (edition !== ${edition}) location.reload();
    });
    hot.send("prangon:opened");`;
  const scripts = [
    `<script type="module">${react.preambleCode.replace('__BASE__', assets)}</script>`,
    `<script type="module" src="${assets}@vite/client"></script>`,
    ...(isPublic ? [`<script type="module">${follow}</script>`] : []),
  ];
  return html.replace('<head>', `<head>${scripts.join('')}`);
}
