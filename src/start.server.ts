import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertAdminPassword, formatFirstAccount } from '#auth/first-account.server.ts';
import { pages } from '#paths.ts';
import { hasDatabase } from '#platform/data-directory.server.ts';
import { StoreError } from '#platform/database/migrate.server.ts';
import { findUndecryptable } from '#platform/settings/encrypter.server.ts';
import { programVersion } from '#platform/settings/project-root.server.ts';
import {
  misspelt,
  readSettings,
  renamedSettings,
  SettingError,
  type Settings,
} from '#platform/settings/settings.server.ts';
import { inheritedSocket } from '#platform/supervisor.server.ts';
import { announceStart, putCopyBack } from '#platform/update-files.server.ts';
import { type App, createApp, secrets } from './app.server.ts';

/** Milliseconds that a stopping server gives running requests, after its shutdown delay. */
const drain = 25_000;

/** Listening opens the port to visitors, so wait for the store, but for probes no longer than this (milliseconds). */
const startTimeout = 10_000;

/** Connections that wait while no server runs; the kernel's own limit is 4,096 too. */
const backlog = 4_096;

await start();

async function start(): Promise<void> {
  process.umask(0o077);
  refuseOldNode();
  const fd = inheritedSocket(process.env);
  const settings = await orExit(async () => {
    const looked = readSettings(process.env, false);
    if (fd === undefined) await assertPortFree(looked);
    if (!looked.databaseUrl && !hasDatabase(looked.dataDir)) await assertAdminPassword(looked);
    return readSettings(process.env);
  });
  for (const [name, suggestion] of misspelt(process.env))
    console.error(`Setting: ${name} is none; ${suggestion} is, if that is meant`);
  for (const [given, name] of renamedSettings(process.env))
    console.error(`Setting: ${given} is called ${name} now; the next version does not read the old name`);
  if (settings.backups.url && !settings.backups.passphrase)
    console.error('Setting: BACKUP_URL without BACKUP_PASSPHRASE: the bucket gets the secret and all leads in clear');
  putCopyBack(settings.dataDir);
  const app = await orExit(() => createApp(settings));
  closeGracefully(app, settings);
  const listening = Promise.withResolvers<void>();
  // The timer also keeps the process alive, which waiting for a picture decoder doesn't.
  setTimeout(listening.resolve, startTimeout);
  const prepared = prepare(app, listening.resolve).finally(listening.resolve);
  await listening.promise;
  await listen(app, { ...settings, fd });
  await prepared;
  announceStart(settings.dataDir, programVersion());
  await reportOtherSecret(app);
  if (settings.oldSecret) say('Setting: SECRET_OLD: all is encrypted with the new secret now, take the old one away');
  say(`\nThe site is at      ${settings.publicUrl}${pages.home}`);
  say(`The back office at  ${settings.publicUrl}${pages.admin}`);
  say('Stop with Ctrl C.');
  notifySystemd(app);
}

/** Node can't send to Unix datagram sockets. */
function notifySystemd({ log }: App): void {
  if (!process.env.NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) log.warn({ event: 'systemd_not_notified', reason: error.message });
  });
}

async function orExit<Result>(make: () => Result): Promise<Awaited<Result>> {
  try {
    return await make();
  } catch (error) {
    exitForGood(error);
    throw error;
  }
}

function exitForGood(error: unknown): void {
  if (error instanceof SettingError) console.error(`Setting: ${error.message}`);
  else if (error instanceof StoreError) console.error(error.message);
  else return;
  process.exit(1);
}

/** Checks the port before anything is made in the data folder, without accepting connections. */
async function assertPortFree({ port, host }: Settings): Promise<void> {
  try {
    const trial = createServer().listen(0, host);
    await once(trial, 'listening');
    trial.close();
    const caller = connect(port, host);
    const isUsed = await once(caller, 'connect').then(
      () => true,
      () => false,
    );
    caller.destroy();
    if (isUsed) throw new Error('another program uses it');
  } catch (error) {
    exitForPort(error, { port, host });
  }
}

async function listen({ http }: App, { port, host, fd }: Settings & { fd: number | undefined }): Promise<void> {
  const place = { port, host, fd, backlog };
  if (fd !== undefined) http.beginWarmUp();
  await http.listen(place).catch((error: unknown) => exitForPort(error, place));
  // The supervisor only holds it: a `Server` would accept connections there, its handle doesn't.
  if (fd === undefined) process.send?.('listening', (http.server as unknown as { _handle: Server })._handle);
}

function exitForPort(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): void {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? 'another program uses it' : message;
  console.error(`Setting: PORT ${port} on HOST ${host} can't be used: ${reason}`);
  process.exit(1);
}

/** Retries until database and bucket are available, as they may start later. */
async function prepare(app: App, onFailure: () => void): Promise<void> {
  for (let lastReason = ''; ; ) {
    try {
      return await app.prepare((account) => say(formatFirstAccount(account)));
    } catch (error) {
      exitForGood(error);
      onFailure();
      const reason = (error as Error).message;
      app.log.warn({ event: 'not_ready', reason });
      if (reason !== lastReason) say(`The store can't be used yet: ${reason}. Trying again every second.`);
      lastReason = reason;
      await sleep(1_000);
    }
  }
}

async function reportOtherSecret({ database, settings, log }: App): Promise<void> {
  const undecryptable = await findUndecryptable(database, settings, secrets);
  if (undecryptable.length === 0) return;
  log.error({ event: 'other_secret', lost: undecryptable });
  say(
    `\nSetting: SECRET (or the file \`secret\` in DATA_DIR) is not the one that this store was sealed with. Not readable:`,
  );
  for (const what of undecryptable) say(`  ${what}`);
  say('Start with the right one, or give these anew in the back office.');
}

/**
 * Stops the listener, finishes requests, exits with 0, or with 1 after a failed sync. A second signal after more than a
 * second exits at once.
 */
function closeGracefully({ http, dataDirectory }: App, { shutdownDelay }: Settings): void {
  let begun: number | null = null;
  const close = async () => {
    if (begun !== null) return;
    begun = performance.now();
    http.stopping.begun = true;
    setTimeout(() => process.exit(), shutdownDelay + drain).unref();
    await sleep(shutdownDelay);
    await http.close().finally(() => process.exit());
  };
  const onSignal = () => {
    if (begun !== null && performance.now() - begun > 1_000) process.exit(1);
    void close();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('disconnect', close);
  void dataDirectory.needsRestart().then(() => {
    process.exitCode = 1;
    return close();
  });
  process.on('SIGHUP', () => undefined);
  process.on('unhandledRejection', (reason) => {
    console.error(reason);
    process.exit(1);
  });
  // A closed pipe of our output must not end the process.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return;
  console.error(`Node ${process.versions.node} is too old; \`npm start\` brings the right one.`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
