import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { makeDataFolder, missingDatabase } from '../data-directory.server.ts';
import { isThisMachine, readMailbox, readSmtpServer } from './mail-settings.server.ts';

/** The parsed environment variables. All are optional; see `docs/settings.md`. */
export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What encrypts and signs. */
export type Keys = Pick<Settings, 'secret'>;

export class SettingError extends Error {}

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), `must look like ${example}`);

const bucketUrl = url(/^s3:$/, 's3://bucket?region=…')
  .regex(/^s3:\/\/[^/?#]/, 'must name a bucket, such as s3://bucket?region=…')
  .regex(/^(?!.*[?&](?:region|endpoint)=(?:&|$))/, 'has an empty region or endpoint: give it a value, or leave it out');

const number = (pattern: RegExp, meaning: string) => z.string().regex(pattern, meaning).transform(Number);

const flag = z.enum(['0', '1'], 'must be 1 or 0').transform((text) => text === '1');

const idleMinutes = 'must be a number of minutes, from 1 to 120';
const idleHours = 'must be a number of hours, from 1 to 336';

const privateHosts = /^(?:(?:^|,)(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)+$/i;

const environment = z.object({
  PORT: number(/^\d{1,5}$/, 'must be a port number')
    .refine((port) => port < 65536, 'must be a port number')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host/database').optional(),
  PUBLIC_URL: url(/^https?:$/, 'https://www.example.com').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
  SAMPLE_CONTENT: flag.optional(),
  CDN_PURGE_URL: url(/^https?:$/, 'https://:token@api.example.com/purge').optional(),
  FILES_URL: bucketUrl.optional(),
  BACKUPS: flag.default(true),
  BACKUP_URL: bucketUrl.nullable().default(null),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').nullable().default(null),
  SMTP_URL: z.string().transform(smtpServer).optional(),
  MAIL_FROM: z.string().transform(mailbox).optional(),
  MAIL_RATE: number(/^[1-9]\d{0,5}$/, 'must be a number of mails a minute').default(600),
  MAIL_RETRY: z
    .string()
    .regex(/^[1-9]\d{0,6}(?:,[1-9]\d{0,6})*$/, 'must be seconds with commas between, such as 60,300,1800')
    .transform((text) => text.split(',').map(Number))
    .default([60, 300, 1_800, 7_200, 21_600, 86_400]),
  OUTBOUND_PRIVATE: z
    .string()
    .regex(privateHosts, 'must be hosts with commas between, such as relay.lan,10.0.0.5:8443')
    .transform((text) => text.split(',').map(privateHost))
    .default([]),
  TRUST_PROXY: z.string().optional(),
  HSTS: z
    .string()
    .regex(
      /^max-age=\d{1,9}(?:; ?includeSubDomains)?(?:; ?preload)?$/,
      'must look like max-age=63072000; includeSubDomains',
    )
    .default('max-age=63072000'),
  OFFLINE_PAGES: flag.default(true),
  VERSIONS_KEPT: number(/^[1-9]\d{0,3}$/, 'must be a number of versions, from 1 to 9999').default(50),
  VIDEO_THUMBNAILS: z
    .string()
    .regex(
      /^(?:0|https:\/\/(?:i\.ytimg|img\.youtube)\.com|http:\/\/127\.0\.0\.1:\d+)$/,
      'must be 0, https://i.ytimg.com or https://img.youtube.com',
    )
    .default('https://i.ytimg.com'),
  GRAPH_URL: url(/^https?:$/, 'https://graph.facebook.com/v24.0').default('https://graph.facebook.com/v24.0'),
  SHUTDOWN_DELAY: number(/^\d{1,3}$/, 'must be a number of seconds').default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_OLD: z.string().min(32, 'must have at least 32 characters').nullable().default(null),
  SECOND_FACTOR: z.enum(['optional', 'owners', 'all'], 'must be optional, owners or all').default('optional'),
  SESSION_IDLE: number(/^\d{1,3}$/, idleMinutes)
    .refine((minutes) => minutes >= 1 && minutes <= 120, idleMinutes)
    .default(120),
  SESSION_IDLE_REMEMBERED: number(/^\d{1,3}$/, idleHours)
    .refine((hours) => hours >= 1 && hours <= 336, idleHours)
    .default(336),
  METRICS_PORT: z
    .string()
    .regex(/^(?:[\w.:[\]-]+:)?\d{1,5}$/, 'must be a port, or an address and a port such as 10.0.0.5:9464')
    .transform(addressAndPort)
    .nullable()
    .default(null),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  LOG_REQUESTS: flag.default(false),
  NODE_ENV: z.string().optional(),
});

export const settingNames = Object.keys(environment.shape);

/** Old names, read for one more version. */
const renamed = { STOP_LEAD: 'SHUTDOWN_DELAY' };

export function renamedSettings(env: Record<string, string | undefined>): [given: string, name: string][] {
  return Object.entries(renamed).filter(([given]) => env[given] !== undefined);
}

export function misspelt(env: Record<string, string | undefined>): [given: string, meant: string][] {
  return Object.keys(env).flatMap((variable) => {
    const meant = settingNames.includes(variable) ? undefined : settingNames.find((name) => isAlmost(variable, name));
    return meant ? [[variable, meant]] : [];
  });
}

/** Whether the names differ by one inserted, deleted, replaced or swapped letter, or by case and separators. */
function isAlmost(variable: string, name: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[_-]/g, '');
  if (Math.abs(variable.length - name.length) > 1) return false;
  let from = 0;
  while (variable[from] === name[from]) from++;
  const rest = (text: string, at: number) => text.slice(from + at);
  const swapped =
    `${name[from + 1]}${name[from]}` === variable.slice(from, from + 2) && rest(variable, 2) === rest(name, 2);
  // Short names have too many neighbours, as HOME has HOST.
  if (name.length < 6) return swapped;
  return (
    swapped ||
    plain(variable) === plain(name) ||
    [
      [0, 1],
      [1, 0],
      [1, 1],
    ].some(([a = 0, b = 0]) => rest(variable, a) === rest(name, b))
  );
}

/**
 * Parses the settings; creates the data folder and the secret if they are missing, but for commands that only look.
 * @throws {SettingError} with a message of one line
 */
export function readSettings(env: Record<string, string | undefined>, create = true) {
  const given = [...renamedSettings(env).map(([old, name]) => [name, env[old]] as const), ...Object.entries(env)];
  const nonEmpty = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const { data } = parsed;
  assertConsistent(data);
  const production = data.NODE_ENV === 'production';
  const dataDir = path.resolve(data.DATA_DIR);
  const publicUrl = publicUrlOf(data);
  const trustProxy = readProxies(data.TRUST_PROXY);
  if (create) makeFolder(dataDir, data.DATABASE_URL);
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    databaseUrl: data.DATABASE_URL ?? null,
    publicUrl,
    /** Accepted `Host` headers; null accepts any. */
    hosts: hostsToAnswer(production, publicUrl),
    adminEmail: data.ADMIN_EMAIL ?? null,
    adminPassword: data.ADMIN_PASSWORD ?? null,
    /** A trial on localhost: staff may configure addresses on this machine. */
    local: !production && isThisMachine(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')),
    /** Hosts inside of the own network that staff may name as receivers; without a port at any that is usual. */
    outboundPrivate: data.OUTBOUND_PRIVATE,
    sampleContent: data.SAMPLE_CONTENT ?? !production,
    filesUrl: data.FILES_URL ?? null,
    /** `isLocal`: into the folder `backups` in `dataDir`. */
    backups: { isLocal: data.BACKUPS, url: data.BACKUP_URL, passphrase: data.BACKUP_PASSPHRASE },
    /** What all this was read from, for child processes. */
    environment: env,
    mail: {
      /** Null: mails stay queued. Where the environment names none, owners may set one in the office. */
      server: data.SMTP_URL ?? null,
      source: (data.SMTP_URL ? 'environment' : null) as 'environment' | 'office' | null,
      /** When the server was taken up: troubles from before are not told of it. */
      since: new Date().toISOString(),
      from: data.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(publicUrl).hostname}` },
      /** Limit of mails a minute for each instance. */
      rate: data.MAIL_RATE,
      /** Backoff in seconds; after the last attempt a mail fails. */
      waits: data.MAIL_RETRY,
    },
    trustProxy,
    /** Value of `Strict-Transport-Security`; null without HTTPS. */
    transportSecurity: publicUrl.startsWith('https:') ? data.HSTS : null,
    /** Purge URL of a CDN; null: CDNs may not cache pages. */
    purgeUrl: data.CDN_PURGE_URL ?? null,
    offlinePages: data.OFFLINE_PAGES,
    versionsKept: data.VERSIONS_KEPT,
    /** Origin of the thumbnails of videos; null: none are fetched. */
    videoThumbnails: data.VIDEO_THUMBNAILS === '0' ? null : data.VIDEO_THUMBNAILS,
    /** Meta's, with its version: where leads of advertisements are fetched. */
    graphUrl: data.GRAPH_URL,
    /** Milliseconds from SIGTERM to closing the listener, for load balancers to notice. */
    shutdownDelay: data.SHUTDOWN_DELAY * 1_000,
    logLevel: data.LOG_LEVEL,
    secret: data.SECRET ?? loadSecret(dataDir, create),
    /** What the start still decrypts, to encrypt it with `secret`. */
    oldSecret: data.SECRET_OLD,
    metrics: { listen: data.METRICS_PORT, token: data.METRICS_TOKEN },
    logRequests: data.LOG_REQUESTS,
    secondFactor: data.SECOND_FACTOR,
    /** Idle timeouts in seconds: with 'Remember me', and without. */
    sessionIdle: { remembered: data.SESSION_IDLE_REMEMBERED * 3_600, other: data.SESSION_IDLE * 60 },
  };
}

function assertConsistent(data: z.infer<typeof environment>): void {
  if (data.ADMIN_PASSWORD && !data.ADMIN_EMAIL) throw new SettingError('ADMIN_PASSWORD needs ADMIN_EMAIL beside it');
  if (data.METRICS_PORT?.port === data.PORT && data.PORT !== 0)
    throw new SettingError('METRICS_PORT must be another port than PORT');
}

/** Local probes use localhost. */
function hostsToAnswer(production: boolean, publicUrl: string): ReadonlySet<string> | null {
  return production ? new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']) : null;
}

function publicUrlOf({ PUBLIC_URL, NODE_ENV, PORT }: z.infer<typeof environment>): string {
  if (PUBLIC_URL === undefined && NODE_ENV === 'production')
    throw new SettingError(
      'PUBLIC_URL is needed with NODE_ENV=production: the address that visitors use, such as https://www.example.com',
    );
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}

/** Without an address it listens on 127.0.0.1. */
function addressAndPort(text: string) {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, '');
  return { host: host || '127.0.0.1', port: Number(text.slice(colon + 1)) };
}

function privateHost(text: string) {
  const [, host = '', port] = /^\[?([\w.-]+|[\da-f:.]+(?=\]))\]?(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { host, port: port ? Number(port) : null };
}

function smtpServer(text: string, context: z.RefinementCtx) {
  try {
    return readSmtpServer(text);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
}

function mailbox(text: string, context: z.RefinementCtx) {
  const parsed = readMailbox(text);
  if (parsed) return parsed;
  context.addIssue('must look like Prangon <no-reply@example.com>');
  return z.NEVER;
}

/** Looks first: a start that is refused changes nothing here, so that a restore can follow. */
function makeFolder(folder: string, databaseUrl: string | undefined): void {
  const reason = databaseUrl ? null : missingDatabase(folder);
  if (reason) throw new SettingError(`DATA_DIR ${folder} ${reason}`);
  try {
    makeDataFolder(folder);
  } catch (error) {
    throw new SettingError(`DATA_DIR ${folder} can't be made: ${(error as Error).message}`);
  }
}

function readProxies(text: string | undefined): string[] | false {
  if (!text) return false;
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong !== undefined) throw new SettingError(`TRUST_PROXY must list addresses or networks, not '${wrong}'`);
  return proxies;
}

/** An address or a network in CIDR notation, but not all addresses (/0). */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Generated once; the flag `wx` lets one of several concurrent starts create it. */
function loadSecret(dataDir: string, create: boolean): string {
  const file = path.join(dataDir, 'secret');
  if (!create) return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'no secret is needed by who only looks';
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // One that could not be synced would be used, and be gone after a power cut.
      rmSync(file, { force: true });
      throw new SettingError(`DATA_DIR ${dataDir} can't be written: ${(error as Error).message}`);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  // A start killed before the write leaves an empty file, with which nothing was encrypted yet.
  if (secret.length >= 32) return secret;
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  return readFileSync(file, 'utf8').trim();
}
