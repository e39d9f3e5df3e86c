import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { type LaunchedChrome, Launcher, launch } from 'chrome-launcher';
import { chromiumPath } from '../test/helpers/chromium.ts';

/** Made ready for pages and panels to come, in the very moment in which a page begins; a phone with 2 GB does not. */
const made = 'PreloadTopChromeWebUI,SpareRendererForSitePerProcess';
const flags = [
  '--headless=new',
  // No tabs and no address bar, which the desktop's browser draws anew again and again while a page comes.
  '--kiosk',
  '--no-sandbox',
  '--disable-gpu',
  ...Launcher.defaultFlags().map((flag) => (flag.startsWith('--disable-features=') ? `${flag},${made}` : flag)),
];

/** As `nice` counts: a thread gets a tenth of the time of one that has 0 and wants the same core. */
const lower = 10;

/**
 * Chromium, started to the end, in which a page's process gets a core before the browser's own: a phone has eight cores, a
 * machine that measures may have two, and a page that waits for its turn there is blocked by the clock of Lighthouse.
 */
export async function quietBrowser(): Promise<LaunchedChrome> {
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: flags, ignoreDefaultFlags: true });
  await started(chrome.pid);
  for (const { pid, command } of family(chrome.pid)) {
    if (/--type=(renderer|zygote)/.test(command)) continue;
    for (const thread of unlessGone(() => readdirSync(`/proc/${pid}/task`)))
      unlessGone(() => [os.setPriority(Number(thread), lower)]);
  }
  return chrome;
}

/** Until the browser has rested for half a second, ten seconds at most. */
async function started(pid: number): Promise<void> {
  const used = () => family(pid).reduce((sum, { cpu }) => sum + cpu, 0);
  for (let round = 0; round < 20; round++) {
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (used() - before <= 20) return;
  }
}

interface Process {
  pid: number;
  command: string;
  /** Milliseconds. */
  cpu: number;
}

/** A process with all that came of it. */
function family(pid: number): Process[] {
  return unlessGone(() => {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    const times = read('stat').split(') ')[1]?.split(' ') ?? [];
    const self = { pid, command: read('cmdline'), cpu: (Number(times[11]) + Number(times[12])) * 10 };
    const children = readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => unlessGone(() => read(`task/${thread}/children`).split(' ')))
      .filter(Boolean);
    return [self, ...children.flatMap((child) => family(Number(child)))];
  });
}

/** A thread or a process may end while it is asked. */
function unlessGone<T>(ask: () => T[]): T[] {
  try {
    return ask();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
