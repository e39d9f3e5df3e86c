import { existsSync } from 'node:fs';
import path from 'node:path';

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The machine's Chromium, or the one that the environment names. Best is the one without windows of its own, which draws
 * pages alike: journeys take half the time there.
 */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM ?? find(['chromium-headless-shell', ...whole]);
  if (!found) throw new Error('No Chromium was found: install one, or name it in CHROMIUM');
  return found;
}

/** The machine's Chromium with all that people have, or null. */
export function wholeChromiumPath(): string | null {
  return find(whole);
}

function find(names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/snap/bin'];
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}
