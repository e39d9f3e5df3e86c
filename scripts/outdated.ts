import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run outdated`: exits with 1 where a part has a published advisory, or a direct dependency is a major version
 * behind for over 60 days. What the registry doesn't answer is said, and is no failure.
 */
const root = path.resolve(import.meta.dirname, '..');
const patience = 60;
const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const findings = [...advisories(), ...behind()];
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log('No part is outdated.');

function advisories(): string[] {
  const { vulnerabilities, message } = npm<Audit>('audit');
  if (!vulnerabilities) console.warn(`The registry did not say which parts have advisories: ${message}`);
  return Object.values(vulnerabilities ?? {}).map(({ name, severity, via, range }) => {
    const reasons = via.map((reason) => (typeof reason === 'string' ? reason : `${reason.title}, ${reason.url}`));
    return `${name} ${range} has an advisory (${severity}): ${reasons.join('; ')}`;
  });
}

function behind(): string[] {
  const parts = npm<Record<string, Versions>>('outdated');
  if (parts.error) console.warn('The registry did not say which parts are outdated.');
  return Object.entries(parts).flatMap(([name, { current, latest }]) => {
    const isDirect = name in dependencies || name in devDependencies;
    if (!isDirect || !current || majorOf(latest) <= majorOf(current)) return [];
    const days = daysSince(firstAfter(npm<Record<string, string>>('view', name, 'time'), majorOf(current)));
    if (days <= patience) return [];
    return [`${name} ${current} is a major version behind ${latest} for ${days} days.`];
  });
}

/** When the first release of a later major came, prereleases aside. */
function firstAfter(published: Record<string, string>, major: number): string {
  const later = Object.entries(published).filter(([version]) => /^\d+\.\d+\.\d+$/.test(version));
  return (
    later
      .filter(([version]) => majorOf(version) > major)
      .map(([, at]) => at)
      .sort()[0] ?? new Date().toISOString()
  );
}

function daysSince(at: string): number {
  return Math.floor((Date.now() - Date.parse(at)) / 86_400_000);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

function npm<T>(...args: string[]): T {
  const file = process.env.npm_execpath;
  const command = file ? [process.execPath, file] : ['npm'];
  const [program = '', ...first] = command;
  const { stdout } = spawnSync(program, [...first, ...args, '--json'], { cwd: root, encoding: 'utf8' });
  return JSON.parse(stdout || '{}') as T;
}

interface Versions {
  current?: string;
  latest: string;
}

interface Audit {
  message?: string;
  vulnerabilities?: Record<
    string,
    { name: string; severity: string; range: string; via: (string | { title: string; url: string })[] }
  >;
}
