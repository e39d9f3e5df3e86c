import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, pages } from '#paths.ts';
import type { PageAddress } from './addresses.ts';
import { writtenPages } from './data.server.ts';
import { pagesKind } from './kind.ts';

const addresses: PageAddress[] = ['privacy', 'terms'];

const searchable: Searchable = {
  collection: 'pages',
  found: { written: { rank: 2.2, label: 'পাতা' } },
  entriesOf: async (database) => {
    const published = await writtenPages.all(database);
    return addresses.flatMap((address, place) => {
      const page = published.find((each) => each.address === address);
      if (!page) return [];
      const text = plainText(page.content);
      return [{ kind: 'written', recordId: place, title: page.title, text, url: pages[address] }];
    });
  },
};

export const pagesOnServer = {
  ...plainKind(writtenPages, pagesKind),
  // No public API for these pages.
  publicCalls: () => undefined,
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...writtenPages,
      path: adminCalls.pages,
      sorted: ['title'],
      messages: listMessages('Page'),
    }),
  searchable,
} satisfies KindOnServer;
