import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { sql } from 'kysely';
import { selectOwners } from '#auth/data.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { findFailing, queueEvent } from '#integrations/deliveries.server.ts';
import { mailAll } from '#leads/notifications/announce.server.ts';
import { readMailTrouble } from '#mail/sending-state.server.ts';
import { adminPages } from '#paths.ts';
import { freeSpace, lowSpace } from '#platform/data-directory.server.ts';
import { setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { preferOomKill } from '#platform/jobs/process-pool.server.ts';
import type { SweepJob } from '#platform/jobs/worker.server.ts';
import type { Traffic } from '#platform/metrics/traffic.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { type Trouble, type TroubleKind, troubleKinds, type Upkeep } from './schema.ts';
import { changeBackupState, readUpkeep } from './state.server.ts';
import { troubleTexts } from './strings.ts';

export const upkeepModule = {
  cleanups: (context) => [backupJob(context), troubleJob(context)],
  metrics: ({ database, settings }) => [
    {
      name: 'prangon_backup_timestamp_seconds',
      help: 'When a backup was whole last (what=made), and one was restored well on trial (what=restored); 0 is never.',
      label: 'what',
      read: async () => {
        const { on, backups } = await readUpkeep(database, settings);
        const seconds = (time: string | null) => Date.parse(time ?? '1970') / 1_000;
        return on ? { made: seconds(backups.last), restored: seconds(backups.restored) } : {};
      },
    },
  ],
} satisfies Module;

const hour = 3_600_000;

/** In MiB: with these the process stays below 140 MB, however large the store is. */
const smallHeap = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/**
 * Starts `prangon backup` in each new hour, and once a month the trial of a restore, as a process of its own: answers don't
 * wait, and its memory is given back. The command has a lock, so that instances may start it at once.
 */
function backupJob({ settings, database, log, http }: AppContext): SweepJob {
  let child: ChildProcess | null = null;
  http.server.once('close', () => child?.kill());
  const onExit = async (args: string[], code: number | null, signal: string | null) => {
    child = null;
    log[code === 0 ? 'info' : 'warn']({ event: 'backup', args, code, signal });
    if (!signal || http.stopping.begun) return;
    const reason = `It was ended by ${signal}.`;
    const now = new Date().toISOString();
    const change = args.length === 1 ? { failed: { since: now, reason } } : { tried: now, restore_failed: reason };
    await changeBackupState(database, change);
  };
  return {
    name: 'backup',
    run: async () => {
      const args = dueCommand(await readUpkeep(database, settings), Date.now());
      if (!args || child) return;
      const program = path.join(projectRoot, 'dist/server/prangon.js');
      child = spawn(process.execPath, [...smallHeap, program, ...args], {
        env: { ...process.env, ...settings.environment },
        stdio: 'ignore',
      });
      // Other cleanups go on meanwhile.
      const end = (code: number | null, signal: string | null) =>
        void onExit(args, code, signal).catch(() => undefined);
      child.once('exit', end).once('error', () => end(null, null));
      if (child.pid === undefined) return;
      // Where the server's own is lower already, the system refuses to raise it.
      os.setPriority(child.pid, Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL));
      void preferOomKill(child.pid);
    },
  };
}

/** A failed backup is due again at once, a failed trial the next day. */
function dueCommand({ on, backups }: Upkeep, now: number): string[] | null {
  const { last, failed, tried, restore_failed } = backups;
  const hourOf = (moment: number) => Math.floor(moment / hour);
  if (!on) return null;
  if (failed || !last || hourOf(Date.parse(last)) !== hourOf(now)) return ['backup'];
  return !tried || now - Date.parse(tried) >= (restore_failed ? 1 : 30) * 24 * hour ? ['backup', '--try'] : null;
}

const minute = 60_000;

/**
 * Milliseconds without a sight of it after which a trouble is over. Longer than two checks: a trouble of one instance is
 * none of the others, and some come and go.
 */
const overAfter = 30 * minute;

/** Milliseconds that mails or backups fail before owners hear of it: short interruptions mend themselves. */
const patience = { mail: 10 * minute, backup: 60 * minute };

const day = 24 * 60 * minute;
const endingSoon = 14 * day;

type Found = Record<TroubleKind, string | null>;

/** Tells owners of what began and of what is over, once, whichever instance sees it first. */
function troubleJob(context: AppContext): SweepJob {
  const { database, settings } = context;
  const countFaults = faultCounter(context.http.traffic);
  return {
    name: 'troubles',
    run: async () => {
      const found = await findTroubles(context, countFaults());
      await database.transaction().execute(async (transaction) => {
        for (const change of await recordTroubles(transaction, found))
          await tellOwners(transaction, settings.publicUrl, change);
      });
    },
  };
}

async function findTroubles({ database, settings }: AppContext, faults: number): Promise<Found> {
  const now = Date.now();
  const reasonOf = (trouble: { since: string; reason: string } | null, ms: number) =>
    trouble && now - Date.parse(trouble.since) >= ms ? trouble.reason : null;
  const { on, backups } = await readUpkeep(database, settings);
  const free = await freeSpace(settings.dataDir);
  const certificate = await certificateEnd(settings.publicUrl);
  const failing = await findFailing(database);
  // Of one mail there are fewer attempts. A refused one has a wrong address.
  const attempts = await database
    .selectFrom('mail_attempts')
    .selectAll()
    .where('outcome', '<>', 'refused')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const [first, last] = [attempts[9], attempts[0]];
  const isRecent = first && first.started_at > settings.mail.since && now - Date.parse(first.started_at) < day;
  const stall =
    isRecent && attempts.every(({ outcome }) => outcome !== 'sent')
      ? { since: first.started_at, reason: last?.answer ?? '' }
      : null;
  return {
    mail: reasonOf((await readMailTrouble(database, settings.mail)) ?? stall, patience.mail),
    disk: free < lowSpace.soon ? `${Math.round(free / 2 ** 20)} MB` : null,
    backup: on ? reasonOf(backups.failed, patience.backup) : null,
    restore: on ? backups.restore_failed : null,
    certificate: Date.parse(certificate ?? '9999') - now < endingSoon ? certificate : null,
    webhook: failing.join(', ') || null,
    faults: faults > 0 ? String(faults) : null,
  };
}

/** Counts answers since the last call that a fault of the program caused; 503 and 507 are refusals by design. */
function faultCounter({ routed }: Traffic): () => number {
  let before = 0;
  return () => {
    const statuses = [...routed.values()].flatMap((counts) => [...counts]);
    const faults = statuses.filter(([status]) => status >= 500 && status !== 503 && status !== 507);
    const count = faults.reduce((sum, [, answers]) => sum + answers, 0);
    const added = count - before;
    before = count;
    return added;
  };
}

/** Null without HTTPS, and where nobody answers. */
function certificateEnd(publicUrl: string): Promise<string | null> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const { promise, resolve } = Promise.withResolvers<string | null>();
  if (protocol !== 'https:') return Promise.resolve(null);
  // Only the date is read, also of one that has ended.
  const options = { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false };
  const socket = tls.connect({ ...options, timeout: 5_000 }, () =>
    resolve(new Date(socket.getPeerCertificate().valid_to).toISOString().slice(0, 10)),
  );
  socket.on('error', () => resolve(null)).on('timeout', () => resolve(null));
  return promise.finally(() => socket.destroy());
}

type Change = { kind: TroubleKind; detail: string | null };

/** What began, with a detail, and what is over. */
async function recordTroubles(transaction: Database, found: Found): Promise<Change[]> {
  // Locks the row until the commit.
  const { rows } = await sql<{ value: string }>`
    insert into store_facts (name, value) values ('troubles', '[]')
    on conflict (name) do update set name = excluded.name returning value`.execute(transaction);
  const known: Trouble[] = JSON.parse(rows[0]?.value ?? '[]');
  const [now, seen] = [Date.now(), new Date().toISOString()];
  const going = troubleKinds.flatMap((kind): Trouble[] => {
    const before = known.find((trouble) => trouble.kind === kind);
    const detail = found[kind];
    if (detail !== null) return [{ kind, since: before?.since ?? seen, seen, detail }];
    return before && now - Date.parse(before.seen) < overAfter ? [before] : [];
  });
  await setFact(transaction, 'troubles', going);
  const isIn = (list: Trouble[], { kind }: Trouble) => list.some((each) => each.kind === kind);
  return [
    ...going.filter((trouble) => !isIn(known, trouble)),
    ...known.filter((trouble) => !isIn(going, trouble)).map(({ kind }) => ({ kind, detail: null })),
  ];
}

async function tellOwners(transaction: Database, publicUrl: string, { kind, detail }: Change): Promise<void> {
  const { what: title } = troubleTexts[kind];
  await queueEvent(transaction, 'site.trouble', null, { title, path: adminPages.dashboard, trouble: kind, detail });
  const owners = await selectOwners(transaction).select('email').orderBy('id').execute();
  const recipients = owners.map(({ email }) => email).filter(isOneAddress);
  await mailAll(transaction, recipients, () => {
    const what = t(troubleTexts[kind].what);
    const reason = t('Owners get this mail once, and once more when it is over.');
    const lines = [t(troubleTexts[kind].todo), detail ?? ''].map((text) => ({ text }));
    const subject = detail === null ? t`Over: ${what}` : what;
    const button = { text: t('Open the dashboard'), link: publicUrl + adminPages.dashboard };
    const parts = [{ heading: subject, lines: detail === null ? [] : lines }, { button }];
    return {
      subject,
      kind: 'trouble',
      usefulSeconds: 3 * 86_400,
      reason,
      parts,
    };
  });
}
