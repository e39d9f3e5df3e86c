import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { loadClientAssets } from '#site/client-assets.server.ts';
import { readHome } from '#site/home/data.server.ts';
import { HeroSection } from '#site/home/hero.server.tsx';
import { SiteFrame } from '#site/layout/frame.tsx';
import { HomePage } from '#site/pages/home.server.tsx';
import { IslandCodes } from '#ui/site/island.tsx';
import { siteSettings } from '../src/content/settings/data.server.ts';
import { Vendor } from '../src/content/settings/vendor-context.ts';
import { openDatabase } from '../src/platform/database/open.server.ts';
import { projectRoot } from '../src/platform/settings/project-root.server.ts';
import { readSettings } from '../src/platform/settings/settings.server.ts';

/**
 * Baseline: renders the home page of DATA_DIR with React's `renderToString` only. A message with a number of renders is
 * answered with the CPU milliseconds of each.
 */
const database = openDatabase(readSettings(process.env), () => undefined, null);
const { content } = await readHome(database, console, new Set());
const vendor = await siteSettings(database);
await database.destroy();
const form = { state: { status: 'empty' as const }, csrfToken: '', page: '/', mails: true };
const { islands } = loadClientAssets(path.join(projectRoot, 'dist/client'));

process.on('message', (renders: number) => {
  const before = process.cpuUsage();
  for (let index = 0; index < renders; index++) render();
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1_000 / renders);
});
process.send?.('ready');

function render(): string {
  return renderToString(
    <Vendor value={vendor}>
      <IslandCodes value={islands}>
        <SiteFrame path="/">
          <HomePage hero={<HeroSection form={form} {...content} />} content={content} />
        </SiteFrame>
      </IslandCodes>
    </Vendor>,
  );
}
