import { features } from '#content/features/data.server.ts';
import { newestNews } from '#content/news/kind.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { callsDescription, discovery, pages } from '#paths.ts';
import type { Site } from '../site.server.ts';
import { feedKinds, feedRoute } from './route.server.ts';

const newest = 20;
const listedPages = ['about', 'features', 'packages', 'clients', 'news', 'downloads'] as const;

/** llms.txt: the site as Markdown for language models (llmstxt.org). */
export function forLanguageModels(site: Site): void {
  const { database, settings } = site;
  const shows = [...feedKinds.news, 'features'];
  feedRoute(site, discovery.forLanguageModels, shows, 'text/markdown; charset=utf-8', async () => {
    const [vendor, parts, news] = await Promise.all([
      site.vendor.current(),
      features.all(database),
      newestNews(database, newest),
    ]);
    const link = (title: string, path: string, text?: string) =>
      `- [${line(title)}](${settings.publicUrl}${path})${text ? `: ${line(text)}` : ''}`;
    return [
      `# ${line(vendor.name)}`,
      `> ${line(vendor.tagline)}`,
      line(vendor.hero.lead),
      ...contacts(vendor),
      section(
        'পাতা',
        listedPages.map((page) => link(vendor.pages[page].title, pages[page], vendor.pages[page].description)),
      ),
      section(
        'ফিচার',
        parts.map(({ id, title }) => link(title, pages.featureDetails(id))),
      ),
      section(
        'খবর',
        news.map(({ id, title, description }) => link(title, pages.newsDetails(id), description)),
      ),
      section('Optional', [
        link('Sitemap', discovery.sitemap, 'every page'),
        link('Atom', discovery.newsFeed, 'the newest news, with their text'),
        link('OpenAPI', callsDescription, 'the same content as JSON'),
      ]),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n');
  });
}

function contacts({ phone, email, address }: SiteSettings): string[] {
  const entries = [phone?.number, email, address].filter((each) => each !== null && each !== undefined);
  return entries.length === 0 ? [] : [entries.map((each) => `- ${line(each)}`).join('\n')];
}

function section(title: string, links: string[]): string {
  return links.length === 0 ? '' : [`## ${title}`, '', ...links].join('\n');
}

/** Collapses white space and escapes brackets for link texts. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '\\$&').trim();
}
