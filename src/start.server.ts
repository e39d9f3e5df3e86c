import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstAccount } from '#accounts/first-account.server.ts';
import { pages } from '#paths.ts';
import { readSettings, SettingError, type Settings } from '#server/settings.server.ts';
import { type App, createApp } from './app.server.ts';

/** How long a stopping server waits for what runs, in milliseconds. */
const drain = 25_000;

await start();

async function start(): Promise<void> {
  refuseOldNode();
  const settings = settingsOrExit();
  const app = await createApp(settings);
  closeGracefully(app);
  await listen(app, settings);
  await prepare(app);
  say(`\nThe site is at      ${settings.publicUrl}${pages.home}`);
  say(`The back office at  ${settings.publicUrl}${pages.admin}`);
  say('Stop with Ctrl C.');
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    exitForSetting(error);
    throw error;
  }
}

function exitForSetting(error: unknown): void {
  if (!(error instanceof SettingError)) return;
  console.error(`Setting: ${error.message}`);
  process.exit(1);
}

async function listen({ http }: App, { port, host }: Settings): Promise<void> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program uses it' : (error as Error).message;
    console.error(`Setting: PORT ${port} on HOST ${host} can't be used: ${reason}`);
    process.exit(1);
  }
}

/** Tries again until the database is there: an instance may be started before its database. */
async function prepare(app: App): Promise<void> {
  for (let told = ''; ; ) {
    try {
      return await app.prepare(tellFirstAccount);
    } catch (error) {
      exitForSetting(error);
      const reason = (error as Error).message;
      app.log.warn({ event: 'not_ready', reason });
      if (reason !== told) say(`The database can't be used yet: ${reason}. Trying again every second.`);
      told = reason;
      await sleep(1_000);
    }
  }
}

function tellFirstAccount({ email, madePassword }: FirstAccount): void {
  say('\nFirst start. Sign in to the back office with');
  say(`  e-mail    ${email}`);
  say(`  password  ${madePassword ?? '(the one in ADMIN_PASSWORD)'}`);
  if (madePassword) say('The password is shown this once; change it after signing in.');
}

/** SIGTERM and SIGINT: no new connections, finish what runs, exit 0. A second signal ends it at once. */
function closeGracefully({ http }: App): void {
  let closing = false;
  const close = () => {
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(0), drain).unref();
    void http.close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  process.on('SIGHUP', () => undefined);
  process.on('unhandledRejection', (reason) => {
    console.error(reason);
    process.exit(1);
  });
  // A reader of our output that goes away must not end the site.
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
