import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { misspelt, readSettings, SettingError, type Settings } from '#server/settings.server.ts';
import type { Call, Outcome } from '../command.server.ts';
import { broken, type Finding, warning, well } from './finding.server.ts';
import { mailDomain, mailServer } from './mail.server.ts';
import { databaseIsWell, dataFolder, fileStore } from './store.server.ts';

export async function doctor({ env, progress }: Call): Promise<Outcome> {
  const findings = await examine(env, (what) => progress.begin(what));
  const marks = { well: 'well    ', warning: 'WARNING ', broken: 'BROKEN  ', unknown: 'unknown ' };
  const lines = findings.flatMap(({ what, is, says, todo }) => [
    `${marks[is]} ${what}: ${says}`,
    ...(todo ? [`          → ${todo}`] : []),
  ]);
  return { facts: { findings }, text: lines.join('\n'), failed: findings.some(({ is }) => is === 'broken') };
}

async function examine(env: Call['env'], look: (what: string) => void): Promise<Finding[]> {
  const folder = path.resolve(env.DATA_DIR || './data');
  const hasFolder = existsSync(folder);
  // A diagnosis creates nothing: the folder would belong to the wrong user, and a new secret would be in use.
  const elsewhere = hasFolder ? null : mkdtempSync(path.join(os.tmpdir(), 'prangon-doctor-'));
  const hasSecret = Boolean(env.SECRET) || existsSync(path.join(folder, 'secret'));
  try {
    const settings = readSettings({
      ...env,
      ...(elsewhere && { DATA_DIR: elsewhere }),
      ...(!hasSecret && { SECRET: 'no secret is needed by who only looks' }),
    });
    const findings = [well('settings', 'each makes sense'), ...together(env, settings)];
    look('Data folder');
    findings.push(...(await dataFolder(folder)));
    look('Database');
    findings.push(...(await databaseIsWell(settings)));
    look('Files');
    if (hasFolder || settings.filesUrl) findings.push(await fileStore(settings));
    look('Mail server');
    findings.push(await mailServer(settings));
    look('DNS');
    return [...findings, ...(settings.mail.server || env.MAIL_FROM ? await mailDomain(settings) : [])];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [
      broken('settings', error.message, 'docs/settings.md tells what each setting means'),
      ...(await dataFolder(folder)),
    ];
  } finally {
    if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  }
}

/** Settings that are valid alone but not together. */
function together(env: Call['env'], settings: Settings): Finding[] {
  const findings = misspelt(env).map(([given, meant]) =>
    warning('settings', `${given} is none; ${meant} is, if that is meant`, `write ${meant}, or leave it out`),
  );
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && !env.PUBLIC_URL)
    findings.push(broken('PUBLIC_URL', 'is not set: every form would answer 403', 'set the address that visitors use'));
  if (!isProduction && settings.publicUrl.startsWith('https:'))
    findings.push(warning('NODE_ENV', 'is not production, though visitors come by https', 'set NODE_ENV=production'));
  if (isProduction && settings.publicUrl.startsWith('http:') && !settings.local)
    findings.push(warning('PUBLIC_URL', 'is http: passwords travel in the clear', 'put a proxy with TLS in front'));
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
