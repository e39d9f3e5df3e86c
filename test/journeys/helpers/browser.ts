import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../helpers/chromium.ts';
import { outsideWorld } from './outside-world.ts';

let shared: Promise<Browser> | null = null;

/**
 * The browser of all journeys that run in this process, one file after the other. It ends with the process; each visit
 * has a context of its own, which keeps visitors apart.
 */
export async function theBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => null);
  if (browser?.isConnected()) return browser;
  shared = launch();
  return shared;
}

async function launch(): Promise<Browser> {
  // Pages live for seconds: compiling their code once more for speed takes longer than it saves.
  const args = ['--js-flags=--no-opt', ...(await outsideWorld())];
  return chromium.launch({ executablePath: chromiumPath(), args });
}
