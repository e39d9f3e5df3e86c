import { beforeAll, expect, test } from 'vitest';
import { clients } from '#content/clients/kind.server.ts';
import { addFeature } from '#content/features/data.server.ts';
import { featureScreens } from '#content/features/screens/data.server.ts';
import { networks, pageNames } from '#content/settings/schema.ts';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { publishAbout, publishNews, unknownClient } from '../../test/helpers/content.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { routesOf } from '../../test/helpers/routes.ts';

/** In bytes: so much of a page the readers of links fetch, uncompressed, before they show a card or none. */
const cardRoom = 8_192;

const filledWith = (text: string, length: number) => text.repeat(length).slice(0, length);
/** Three bytes each, and four; then signs that HTML escapes, in a sentence and alone. */
const alphabets = ['ক্ষুদ্র প্রতিষ্ঠানের হিসাব ', '🎓📚 ', 'Fees & Exams "2026" ', '&', 'ক্ষ', "'"];

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test.each(alphabets)(
  'title, description and card of each page stand in its first 8 KB, however long: %s',
  async (text) => {
    const [line, paragraph] = [filledWith(text, 255).trim(), filledWith(text, 5_000).trim()];
    const texts = Object.values(pageNames).flatMap((page) => [
      [`${page}_title`, filledWith(text, 120).trim()],
      [`${page}_description`, filledWith(text, 320).trim()],
      [`${page}_keywords`, filledWith(text, 500).trim()],
    ]);
    const social = networks.map((network) => [network, `https://www.example.com/${'a'.repeat(470)}`]);
    const name = filledWith(text, 80).trim();
    const saved = await office.put(adminCalls.siteSettings, { name, ...Object.fromEntries([...texts, ...social]) });
    expect(saved.status, saved.text).toBe(200);
    const ids = {
      about: await publishAbout(app, { title: line, short_description: paragraph, description: paragraph }),
      news: await publishNews(app, { title: line, short_title: line, description: paragraph }),
      ...(await app.changes.write(['clients', 'features'], async (transaction) => {
        const client = { ...unknownClient, title: line, story: `<p>${paragraph}</p>` };
        const feature = await addFeature(transaction, { title: line, image_key: null, categoryIds: [], sort_order: 0 });
        const screen = { caption: line, device: 'phone', image_key: null, sort_order: 0 } as const;
        await featureScreens.add(transaction, { ...screen, feature_id: feature });
        return { clients: await clients.add(transaction, client), features: feature };
      })),
    };
    const { url } = (await office.post(`${adminCalls.news}/${ids.news}/preview`, {})).json<{ url: string }>();

    const addresses = routesOf(app)
      .flatMap((route) => /^GET (?!\/(?:api|admin)\/)(.*)/.exec(route)?.[1]?.replace('*', 'x') ?? [])
      .map((route) =>
        route.replace(/:\w+/, String(Object.entries(ids).find(([kind]) => route.startsWith(`/${kind}/`))?.[1])),
      );
    const pagesSeen: string[] = [];
    for (const address of [...addresses, url, pages.searchFor(line), '/not-there', '/admin', `${pages.news}?page=2`]) {
      const { headers, text: html } = await app.get(address, { accept: 'text/html' });
      if (!headers['content-type']?.startsWith('text/html')) continue;
      pagesSeen.push(address);
      const bytes = Buffer.from(html);
      const firstCode = bytes.subarray(0, Math.min(...['<style', '<script'].map((tag) => bytes.indexOf(tag))));
      expect(firstCode.indexOf('<meta charset="utf-8">'), address).toBeLessThan(100);
      const tags = /<title>|<link rel="canonical"|<meta (?:name="(?:description|twitter:[^"]*)"|property="[^"]*")/g;
      const names = html.match(tags) ?? [];
      expect(names.length, address).toBeGreaterThan(0);
      expect(String(firstCode).match(tags), address).toEqual(names);
      expect(bytes.indexOf('>', bytes.lastIndexOf(names.at(-1) ?? '')), address).toBeLessThan(cardRoom);
    }
    const { home, about, features, packages, news, downloads, privacy, terms, offline, search, login } = pages;
    expect(pagesSeen).toEqual(
      expect.arrayContaining([
        ...[home, about, features, packages, pages.clients, news, downloads, privacy, terms, offline, search, login],
        pages.aboutDetails(ids.about),
        pages.newsDetails(ids.news),
        pages.featureDetails(ids.features),
        pages.clientStory(ids.clients),
      ]),
    );
  },
);
