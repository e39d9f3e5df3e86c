import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the third-party notices and the SBOM of what is distributed: `npm run notices -- FOLDER`. `npm run check`
 * verifies that both can be written.
 */
const root = path.resolve(import.meta.dirname, '..');

/** Reviewed licences: all they require is that their text is included. */
const fine = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  // libvips is a separate, dynamically loaded file that users may replace.
  'LGPL-3.0-or-later',
  // web-push is handed on as its own source files, unchanged.
  'MPL-2.0',
]);

/** devDependencies that end up in the build: the fonts. */
const builtIn = ['@fontsource-variable/'];

/** Node itself, installed from npm under its own licence and not distributed. */
const notOurs = /^node-(bin-)?(linux|darwin|win)-/;

/** sharp's WASM build for platforms without a native one. Some npm versions install it beside the native one. */
const forOtherMachines = 'node_modules/@img/sharp-wasm32/';
export const isForOtherMachines = (file: string) => `${file}/`.startsWith(forOtherMachines);

interface Part {
  name: string;
  version: string;
  licence: string;
  source: string;
  author: string;
  /** Text of its licence file; empty where it has none. */
  text: string;
}

const sbomName = 'sbom.cdx.json';
export const noticesName = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes both into a folder.
 * @throws where a part has no licence text, or a licence that nobody reviewed; nothing is written then
 */
export function writeNotices(folder: string): void {
  const notices = noticesOf(parts());
  const sbom = readSbom();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, sbomName), sbom);
  writeFileSync(path.join(folder, noticesName), notices);
}

/** `npm sbom` reads the lock file, so it lists parts for other platforms, too. Missing optional peers are ignored. */
function readSbom(): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const npm = process.env.npm_execpath;
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm'];
  const bom = JSON.parse(
    execFileSync(program, [...before, ...args, '--legacy-peer-deps'], {
      cwd: root,
      maxBuffer: 2 ** 28,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  // Keeps the output reproducible; npm would use the folder's name.
  delete bom.serialNumber;
  delete bom.metadata.timestamp;
  bom.metadata.component.name = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).name;
  return `${JSON.stringify(bom, null, 1)}\n`;
}

function parts(): Part[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const packages: [string, { dev?: boolean }][] = Object.entries(lock.packages);
  const installed = packages
    .filter(([place, { dev }]) => !dev || builtIn.some((beginning) => place.startsWith(`node_modules/${beginning}`)))
    .map(([place]) => place)
    .filter((place) => place !== '' && !isForOtherMachines(place) && existsSync(path.join(root, place)))
    .map(partAt)
    .filter(({ name }) => !notOurs.test(name))
    .map((part) => [`${part.name} ${part.version}`, part] as const)
    .sort(([a], [b]) => a.localeCompare(b));
  return [...new Map(installed).values()];
}

function partAt(place: string): Part {
  const folder = path.join(root, place);
  const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name));
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8').trim();
  const readme = files.find(({ name }) => /^readme/i.test(name))?.name;
  return {
    name: about.name,
    version: about.version,
    licence: typeof about.license === 'string' ? about.license : String(about.license?.type),
    source: String(about.repository?.url ?? about.repository ?? '').replace(/^git\+/, ''),
    author: String(about.author?.name ?? about.author ?? '').replace(/ *<.*/, ''),
    text: names.length > 0 ? names.map(read).join('\n\n') : sectionOnLicence(readme ? read(readme) : ''),
  };
}

function sectionOnLicence(readme: string): string {
  return (
    readme
      .split(/^(?=#+ )/m)
      .find((section) => /^#+ +licen[cs](e|ing)\b/i.test(section))
      ?.trim() ?? ''
  );
}

function noticesOf(all: Part[]): string {
  const troubles: string[] = [];
  const partsByText = new Map<string, Part[]>();
  for (const part of all) {
    const text = textOf(part, all);
    if (!fine.has(part.licence)) troubles.push(`${part.name}: nobody looked at its licence ${part.licence}`);
    else if (text === null) troubles.push(`${part.name}: no text of its licence ${part.licence} was found`);
    else partsByText.set(text, [...(partsByText.get(text) ?? []), part]);
  }
  if (troubles.length > 0)
    throw new Error(`${troubles.join('\n')}\nSee scripts/notices.ts: its list, and the texts in scripts/licences.`);
  const blocks = [...partsByText].map(([text, those]) => `${those.map(inALine).join('\n')}\n\n${text}`);
  return [`What Prangon is made of, and the licences of these parts.`, ...blocks, ''].join(`\n\n${'='.repeat(80)}\n\n`);
}

function inALine({ name, version, licence, source }: Part): string {
  return `${name} ${version} (${licence})${source ? `  ${source}` : ''}`;
}

/** The package's own text, else that of a package from the same source, else the standard text with its author. */
function textOf(part: Part, all: Part[]): string | null {
  // Shorter files are only a heading or a reference.
  if (part.text.length > 300 && part.licence !== 'LGPL-3.0-or-later') return part.text;
  const sibling = all.find(
    ({ source, licence, text }) => source === part.source && source && licence === part.licence && text.length > 300,
  );
  if (sibling && part.licence !== 'LGPL-3.0-or-later') return sibling.text;
  const standard = readdirSync(path.join(root, 'scripts/licences')).find((name) => name === `${part.licence}.txt`);
  if (!standard || !(part.author || part.text)) return null;
  const heading = part.text || `Copyright (c) ${part.author}`;
  return `${heading}\n\n${readFileSync(path.join(root, 'scripts/licences', standard), 'utf8').trim()}`;
}

if (import.meta.main) {
  const [folder = 'dist'] = process.argv.slice(2);
  try {
    if (folder === '--check') noticesOf(parts());
    else {
      writeNotices(path.resolve(folder));
      console.log(`${path.join(folder, noticesName)} and ${path.join(folder, sbomName)} are written.`);
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
