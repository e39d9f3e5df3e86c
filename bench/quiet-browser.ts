import { readFileSync } from 'node:fs';
import os from 'node:os';
import { type LaunchedChrome, Launcher, launch } from 'chrome-launcher';
import { chromiumPath, wholeChromiumPath } from '../test/helpers/chromium.ts';
import { cpuOf, familyOf, threadsOf, unlessGone } from '../test/helpers/processes.ts';

/** Made ready for pages and panels to come, in the very moment in which a page begins; a phone with 2 GB does not. */
const reserves = 'PreloadTopChromeWebUI,SpareRendererForSitePerProcess';
const flags = [
  '--headless=new',
  // No tabs and no address bar, which the desktop's browser draws anew again and again while a page comes.
  '--kiosk',
  '--no-sandbox',
  '--disable-gpu',
  // Phones set letters at fractions of a pixel. Rounded to whole ones, lines break elsewhere in the phone's font than in ours.
  '--font-render-hinting=none',
  ...Launcher.defaultFlags().map((flag) => (flag.startsWith('--disable-features=') ? `${flag},${reserves}` : flag)),
];

/** For all that is no page: it gets a tenth of the time of a thread that has 0 and wants the same core. */
export const niceness = 10;

/**
 * Chromium, started to the end, in which a page's process gets a core before the browser's own: a phone has eight cores, a
 * machine that measures may have two, and a page that waits for its turn there is blocked by the clock of Lighthouse.
 */
export async function quietBrowser(): Promise<LaunchedChrome> {
  const chrome = await launch({
    chromePath: wholeChromiumPath() ?? chromiumPath(),
    chromeFlags: flags,
    ignoreDefaultFlags: true,
  });
  await untilRested(chrome.pid);
  for (const thread of familyOf(chrome.pid).filter(isNoPage).flatMap(threadsOf))
    unlessGone(() => [os.setPriority(thread, niceness)]);
  return chrome;
}

/** Until the browser did nothing for half a second, ten seconds at most. */
async function untilRested(pid: number): Promise<void> {
  const used = () => familyOf(pid).reduce((sum, member) => sum + (unlessGone(() => [cpuOf(member)])[0] ?? 0), 0);
  for (let round = 0; round < 20; round++) {
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (used() - before <= 20) return;
  }
}

/** Pages have processes of their own, which are made by a zygote and take its priority over. */
function isNoPage(pid: number): boolean {
  return unlessGone(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]).some(
    (command) => !/--type=(renderer|zygote)/.test(command),
  );
}
