import { pages } from '#paths.ts';
import { findableRecords } from '#server/site-search/entries.server.ts';
import { plainText } from '#server/site-search/plain-text.server.ts';
import type { PageAddress } from './addresses.ts';
import { writtenPages } from './data.server.ts';

const addresses: PageAddress[] = ['privacy', 'terms'];

/** The written pages, of which an older text may be shown again: all of them at once. */
export const findablePages = findableRecords({
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
