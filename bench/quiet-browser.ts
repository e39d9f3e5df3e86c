import { readFileSync } from 'node:fs';
import os from 'node:os';
import { type LaunchedChrome, Launcher, launch } from 'chrome-launcher';
import { chromiumPath, wholeChromiumPath } from '../test/helpers/chromium.ts';
import { cpuOf, familyOf, threadsOf, unlessGone } from '../test/helpers/processes.ts';

/**
 * Chromium's preloads for tabs and panels to come, which start with the page; a phone with 2 GB of memory has them off.
 */
const reserves = 'PreloadTopChromeWebUI,SpareRendererForSitePerProcess';
const flags = [
  '--headless=new',
  // No tabs and no address bar: desktop Chromium repaints them repeatedly while a page loads.
  '--kiosk',
  '--no-sandbox',
  '--disable-gpu',
  // Phones position glyphs at fractions of a pixel. With whole pixels lines break elsewhere.
  '--font-render-hinting=none',
  ...Launcher.defaultFlags().map((flag) => (flag.startsWith('--disable-features=') ? `${flag},${reserves}` : flag)),
];

/** For every process but the renderer: a tenth of the CPU share of a thread at nice 0 on the same core. */
export const niceness = 10;

/**
 * Starts Chromium with the renderer at a higher priority than the browser process. A phone has eight cores, a measuring
 * machine may have two, where waiting for a core would count as blocking time.
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

/** Waits for half a second without CPU use, ten seconds at most. */
async function untilRested(pid: number): Promise<void> {
  const used = () => familyOf(pid).reduce((sum, member) => sum + (unlessGone(() => [cpuOf(member)])[0] ?? 0), 0);
  for (let round = 0; round < 20; round++) {
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (used() - before <= 20) return;
  }
}

/** Renderers are forked by a zygote and inherit its priority. */
function isNoPage(pid: number): boolean {
  return unlessGone(() => [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]).some(
    (command) => !/--type=(renderer|zygote)/.test(command),
  );
}
