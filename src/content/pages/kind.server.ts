import { adminCalls, pages } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { findableRecords } from '#server/site-search/entries.server.ts';
import { plainText } from '#server/site-search/plain-text.server.ts';
import type { PageAddress } from './addresses.ts';
import { writtenPages } from './data.server.ts';

const addresses: PageAddress[] = ['privacy', 'terms'];

/** Any write may publish an older text, so all pages are reindexed at once. */
const findablePages = findableRecords({
  table: null,
  found: { written: { number: 6, rank: 2.2, label: 'পাতা' } },
  entriesOf: async (database) => {
    const shown = await writtenPages.all(database);
    return addresses.flatMap((address, place) => {
      const page = shown.find((each) => each.address === address);
      if (!page) return [];
      const text = plainText(page.content);
      return [{ kind: 'written', recordId: 1, partId: place, number: place + 1, title: page.title, text }];
    });
  },
  addressesOf: async (_database, entries) => entries.map(({ partId }) => pages[addresses[partId] ?? 'home']),
});

export const pagesOnServer = {
  ...plainKind(writtenPages),
  // No public API for these pages.
  publicCalls: () => undefined,
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...writtenPages,
      path: adminCalls.pages,
      sorted: ['title'],
      said: saidOf('Page'),
      derive: (transaction) => findablePages.keep(transaction, 1),
    }),
  findable: findablePages,
} satisfies KindOnServer;
