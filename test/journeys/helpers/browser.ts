import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../helpers/chromium.ts';

let shared: Promise<Browser> | null = null;

/**
 * The browser of all journeys that run in this process, one file after the other. It ends with the process; each visit
 * has a context of its own, which keeps visitors apart.
 */
export async function theBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => null);
  if (browser?.isConnected()) return browser;
  shared = chromium.launch({ executablePath: chromiumPath() });
  return shared;
}
