import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  misspelt,
  readSettings,
  renamedSettings,
  SettingError,
  type Settings,
} from '#platform/settings/settings.server.ts';
import { type CommandCall, type ExitOutcome, settingsHint } from '../command.server.ts';
import { portsNotReady } from '../update.server.ts';
import { broken, type Finding, ok, report, warning } from './finding.server.ts';
import { checkMailDomain, checkMailServer } from './mail.server.ts';
import { checkDatabase, checkDataFolder, checkFileStore } from './store.server.ts';

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
    return [broken('settings', error.message, settingsHint), await checkDataFolder(folder)];
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
    findings.push(broken('PUBLIC_URL', 'is not set: every form would answer 403', 'set the address that visitors use'));
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
