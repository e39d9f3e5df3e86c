import { existsSync } from 'node:fs';
import path from 'node:path';

/** The browser that the environment names, the machine's, or the one that was brought. */
export function chromiumPath(): string {
  const found = machineChromium();
  if (!found) throw new Error('No Chromium was found: install one, or name it in CHROMIUM');
  return found;
}

/**
 * The Chromium that the environment names, or the machine's one without windows: it draws pages alike, journeys take half
 * the time there, and a tab that a link opens does not come to the front.
 */
export function machineChromium(): string | null {
  return process.env.CHROMIUM ?? find(['chromium-headless-shell']);
}

/** The machine's Chromium with all that people have, or null. */
export function wholeChromiumPath(): string | null {
  return find(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
}

function find(names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/snap/bin'];
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}
