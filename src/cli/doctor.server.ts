import dns from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findPictureUses } from '#admin/pictures/places.server.ts';
import {
  type CommandCall,
  type ExitOutcome,
  errorMessage,
  type OpenStore,
  type Progress,
  settingsHint,
  statusMessages,
  withStore,
} from '#backup/command.server.ts';
import { filesOf, fileTables, openStored, type StoredFile } from '#backup/pack.server.ts';
import { withSnapshot } from '#backup/snapshot.server.ts';
import { loadMailServer, rulesFor } from '#mail/server-settings.server.ts';
import { SmtpSession } from '#mail/smtp-session.server.ts';
import { missingDatabase, testWrite } from '#platform/data-directory.server.ts';
import { databaseNow, postgresVersion } from '#platform/database/dialect.server.ts';
import { migrationStatus } from '#platform/database/migrate.server.ts';
import { type Database, inDatabase } from '#platform/database/open.server.ts';
import { FileStoreError } from '#platform/errors.server.ts';
import { openFileStore } from '#platform/files/file-store.server.ts';
import {
  misspelt,
  readSettings,
  renamedSettings,
  SettingError,
  type Settings,
} from '#platform/settings/settings.server.ts';
import { portsNotReady } from './update.server.ts';

export async function doctor(call: CommandCall): Promise<ExitOutcome> {
  const findings = await examine(call);
  return report(
    call.options.quiet ? findings.filter(({ status }) => status === 'warning' || status === 'error') : findings,
  );
}

async function checkServer(settings: Settings): Promise<Finding> {
  const ports = await portsNotReady(settings);
  if (ports.length === 0) return ok('server', 'runs, and is ready');
  const message = `does not run, or is not ready, at port ${ports.join(', ')}`;
  return warning('server', message, 'start it; its log says what it lacks');
}

async function examine({ env, progress }: CommandCall): Promise<Finding[]> {
  const folder = path.resolve(env.DATA_DIR || './data');
  try {
    // A diagnosis creates nothing: the folder would belong to the wrong user, and a new secret would be in use.
    const settings = readSettings(env, false);
    const findings = checkCombinations(env, settings);
    if (findings.length === 0) findings.push(ok('settings', 'each makes sense'));
    progress.begin('Server');
    findings.push(await checkServer(settings));
    progress.begin('Data folder');
    findings.push(await checkDataFolder(folder));
    progress.begin('Database');
    findings.push(await checkDatabase(settings));
    progress.begin('Files');
    if (existsSync(folder) || settings.filesUrl) findings.push(await checkFileStore(settings));
    progress.begin('Mail server');
    findings.push(await checkMailServer(settings));
    progress.begin('DNS');
    return [...findings, ...(settings.mail.server || env.MAIL_FROM ? await checkMailDomain(settings) : [])];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [failed('settings', error.message, settingsHint), await checkDataFolder(folder)];
  }
}

/** Settings that are valid alone but not together. */
function checkCombinations(env: CommandCall['env'], settings: Settings): Finding[] {
  const findings = misspelt(env).map(([name, suggestion]) =>
    warning('settings', `${name} is none; ${suggestion} is, if that is meant`, `write ${suggestion}, or leave it out`),
  );
  for (const [given, name] of renamedSettings(env))
    findings.push(warning('settings', `${given} is called ${name} now`, `write ${name}`));
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && !env.PUBLIC_URL)
    findings.push(failed('PUBLIC_URL', 'is not set: every form would answer 403', 'set the address that visitors use'));
  if (!isProduction && settings.publicUrl.startsWith('https:'))
    findings.push(warning('NODE_ENV', 'is not production, though visitors come by https', 'set NODE_ENV=production'));
  if (isProduction && settings.publicUrl.startsWith('http:') && !settings.local)
    findings.push(warning('PUBLIC_URL', 'is http: passwords travel in the clear', 'put a proxy with TLS in front'));
  if (settings.backups.url && !settings.backups.passphrase)
    findings.push(
      warning(
        'BACKUP_URL',
        'stands without BACKUP_PASSPHRASE: the bucket gets the secret and all leads in clear',
        'set one, and keep it elsewhere',
      ),
    );
  if (settings.databaseUrl && !env.SECRET)
    findings.push(
      warning(
        'SECRET',
        'is not set beside DATABASE_URL: it lies in the data folder',
        'set the same one for all instances',
      ),
    );
  return findings;
}

async function checkDataFolder(folder: string): Promise<Finding> {
  const label = 'data folder';
  if (!existsSync(folder))
    return warning(label, `${folder} is not there yet`, 'the first start makes it; if there was one, check DATA_DIR');
  return testWrite(folder).then(
    () => ok(label, `${folder} can be written`),
    (error: NodeJS.ErrnoException) =>
      failed(
        label,
        `${folder} can't be written: ${error.message}`,
        error.code === 'EACCES'
          ? 'run as the user of the server, or give it the folder'
          : 'mend its disk, or make room there; `dmesg` says what the kernel met',
      ),
  );
}

/** Whether this version can work with it; takes up the mail server that is stored there. */
async function checkDatabase(settings: Settings): Promise<Finding> {
  const { databaseUrl, dataDir } = settings;
  const label = databaseUrl ? 'PostgreSQL' : 'database';
  const reason = databaseUrl ? null : missingDatabase(dataDir);
  if (reason) return failed(label, `is gone: DATA_DIR ${reason}`, 'docs/backup.md tells how');
  if (!databaseUrl && !existsSync(path.join(dataDir, 'prangon.sqlite')))
    return warning(label, 'is not there yet, or may not be read', 'the first start makes it; else check DATA_DIR');
  return inDatabase(settings, async (database) => {
    const status = await migrationStatus(database);
    if (status !== 'current') {
      const isBeforeStart = status === 'none' || status === 'older';
      return (isBeforeStart ? warning : failed)(label, statusMessages[status], 'docs/update.md tells how');
    }
    await loadMailServer({ database, settings });
    const version = await postgresVersion(database);
    if (version === null) return ok(label, 'can be used');
    const sentAt = Date.now();
    const databaseTime = (await databaseNow(database)).getTime();
    const seconds = Math.round(Math.abs(databaseTime - (sentAt + Date.now()) / 2) / 1_000);
    const message = `version ${version}, its clock ${seconds} s from that of this machine`;
    return seconds <= 2 ? ok(label, message) : warning(label, message, 'let both machines set their clocks by NTP');
  }).catch((error) => {
    const hint = databaseUrl ? 'check DATABASE_URL, and that PostgreSQL runs' : 'restore the last good backup';
    return failed(label, `can't be used: ${errorMessage(error)}`, hint);
  });
}

async function checkFileStore(settings: Settings): Promise<Finding> {
  const label = settings.filesUrl ? 'bucket' : 'files';
  const name = `downloads/doctor-${process.pid}-${Date.now()}`;
  const expected = Buffer.from('kept to be read and removed again');
  try {
    const files = await openFileStore(settings);
    // Without s3:ListBucket a missing file gives 403, and pictures are read before they are made.
    await files.bytes(name);
    await files.put(name, expected);
    const actual = await files.bytes(name).finally(() => files.delete(name));
    if (actual?.equals(expected)) return ok(label, 'one was kept, read and removed');
    return failed(label, 'what is read is not what was kept', 'this store changes what it keeps: use another one');
  } catch (error) {
    const hint = error instanceof FileStoreError ? bucketAdvice[error.reason] : 'see the data folder';
    return failed(label, `can't be used: ${errorMessage(error)}`, hint);
  }
}

const bucketAdvice: Record<FileStoreError['reason'], string> = {
  away: 'check endpoint and region in FILES_URL, and that this machine may connect there',
  denied:
    'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may s3:GetObject, s3:PutObject and s3:DeleteObject in the bucket, and s3:ListBucket of it',
  missing: 'make the bucket, or check its name in FILES_URL',
};

async function checkMailServer(settings: Settings): Promise<Finding> {
  const label = 'mail server';
  const { server } = settings.mail;
  if (!server)
    return warning(
      label,
      'no mail server is set: mails wait in the outbox',
      'set SMTP_URL, or enter one in the Outbox',
    );
  const place = `${server.host}:${server.port}`;
  try {
    const limits = { greeting: 5_000, silence: 5_000, whole: 15_000 };
    const session = await SmtpSession.open(server, limits, { rules: rulesFor(settings) });
    session.quit();
    return ok(label, `${place} answers${server.user === null ? '' : ' and lets us sign in'}`);
  } catch (error) {
    const hint =
      'check host, port, user and password in SMTP_URL or in the Outbox, and that this machine may connect there';
    return failed(label, `${place} can't be used: ${errorMessage(error)}`, hint);
  }
}

/** DKIM selectors of large mail services; DNS can't list those in use. */
const selectors = ['default', 'mail', 'dkim', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'smtp'];

/** Timeout of one DNS query, in milliseconds. */
const queryTimeout = 4_000;

async function checkMailDomain({ mail: { from } }: Settings): Promise<Finding[]> {
  const domain = from.address.split('@')[1] ?? '';
  if (!domain.includes('.') || isIP(domain) !== 0 || /(^|\.)(localhost|local|test|invalid|example)$/.test(domain))
    return [
      warning('sender of mails', `${from.address} is no address on the internet`, 'set another one as MAIL_FROM'),
    ];
  const texts = await lookUpTxt(domain);
  if (texts === null)
    return [
      unknownFinding(
        `SPF, DKIM and DMARC of ${domain}`,
        'names can’t be looked up from here',
        'try it where DNS works',
      ),
    ];
  const [dmarc, ...keys] = await Promise.all(
    [`_dmarc.${domain}`, ...selectors.map((name) => `${name}._domainkey.${domain}`)].map(lookUpTxt),
  );
  return [
    spf(
      domain,
      texts.filter((text) => /^v=spf1(\s|$)/i.test(text)),
    ),
    dkim(
      domain,
      selectors.filter((_, at) => keys[at]?.some((text) => /(^|;)\s*p=[^;\s]/.test(text))),
    ),
    (dmarc ?? []).some((text) => /^v=DMARC1/i.test(text))
      ? ok(`DMARC of ${domain}`, 'is there')
      : warning(
          `DMARC of ${domain}`,
          'is missing',
          `add the TXT record _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:…`,
        ),
  ];
}

function spf(domain: string, found: string[]): Finding {
  const label = `SPF of ${domain}`;
  if (found.length === 1) return ok(label, `is there: ${found[0]}`);
  if (found.length > 1)
    return failed(label, 'is there more than once, which counts as none', 'leave one TXT record v=spf1 …');
  return warning(label, 'is missing', `add the TXT record v=spf1 with what your mail service asks for to ${domain}`);
}

function dkim(domain: string, found: string[]): Finding {
  const label = `DKIM of ${domain}`;
  if (found.length > 0) return ok(label, `has the key ${found.join(', ')}`);
  const hint = 'if your mail service signs under another name, all is well; else add the record that it gives you';
  return unknownFinding(label, `has no key under the usual names (${selectors.join(', ')})`, hint);
}

/** An empty array if there are no records; null if DNS doesn't answer. */
async function lookUpTxt(name: string): Promise<string[] | null> {
  try {
    const records = await Promise.race([dns.resolveTxt(name), sleep(queryTimeout, null, { ref: false })]);
    return records?.map((parts) => parts.join('')) ?? null;
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(String((error as NodeJS.ErrnoException).code)) ? [] : null;
  }
}

/** `unknown`: it can't be checked from here. */
interface Finding {
  label: string;
  status: 'ok' | 'warning' | 'error' | 'unknown';
  message: string;
  hint?: string;
}

const finding = (status: Finding['status']) => (label: string, message: string, hint: string) => ({
  label,
  status,
  message,
  hint,
});

const warning = finding('warning');
const failed = finding('error');
const unknownFinding = finding('unknown');
const ok = (label: string, message: string): Finding => ({ label, status: 'ok', message });

function report(findings: Finding[]): ExitOutcome {
  const marks = { ok: 'ok      ', warning: 'WARNING ', error: 'ERROR   ', unknown: 'unknown ' };
  const lines = findings.flatMap(({ label, status, message, hint }) => [
    `${marks[status]} ${label}: ${message}`,
    ...(hint ? [`          → ${hint}`] : []),
  ]);
  const worst = findings.find(({ status }) => status === 'error');
  return { facts: { findings }, text: lines.join('\n'), hint: worst?.hint, failed: worst !== undefined };
}

/** Checks the database, and the stored files that its rows name. */
export function verify({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return withStore(env, async (store) => {
    progress.begin('Database');
    return report([...(await checkRows(store.database)), ...(await checkStoredFiles(store, progress))]);
  });
}

/** PostgreSQL checks its pages and references itself. */
async function checkRows(database: Database): Promise<Finding[]> {
  const label = 'database';
  const version = await postgresVersion(database);
  if (version !== null) return [ok(label, `answers, version ${version}`)];
  const damage = await sql<{ message: string }>`
    select integrity_check as message from pragma_integrity_check where integrity_check <> 'ok' union all
    select 'a row of ' || "table" || ' refers to one of ' || parent || ' that is not there'
    from pragma_foreign_key_check`.execute(database);
  if (damage.rows.length === 0) return [ok(label, 'is whole')];
  return damage.rows.map(({ message }) => failed(label, message, 'restore the last good backup into a new folder'));
}

/** Reads every stored file that a row names. */
async function checkStoredFiles({ settings, database, files }: OpenStore, progress: Progress): Promise<Finding[]> {
  const stored: StoredFile[] = [];
  await withSnapshot(settings, {}, async (snapshot) => {
    for await (const piece of snapshot.pieces(fileTables(snapshot))) stored.push(...filesOf(piece));
  });
  progress.begin('Stored files', stored.length);
  const findings: Finding[] = [];
  for (const file of stored) {
    const opened = await openStored(files, file);
    for await (const _ of opened?.body ?? []);
    progress.add();
    if (opened?.isWhole()) continue;
    const uses = await usesOf(database, file);
    const hint = uses.length > 0 ? `upload it again for ${uses.join(', ')}` : 'nothing shows it';
    findings.push(
      failed(
        file.label,
        opened ? 'is not as it was stored' : 'is missing',
        `${hint}, or copy ${file.stored} from a backup`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('stored files', `all ${stored.length} are whole`)];
}

async function usesOf(database: Database, { key, name }: StoredFile): Promise<string[]> {
  if (name === null) return (await findPictureUses(database, key)).map(({ what, title }) => `${what} “${title}”`);
  const rows = await database.selectFrom('downloads').select('title').where('file_key', '=', key).execute();
  return rows.map(({ title }) => `Downloads “${title}”`);
}
