import { adminCalls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { writtenPages } from './data.server.ts';
import { findablePages } from './search.data.server.ts';

export const pagesOnServer = {
  ...plainKind(writtenPages),
  // They are pages and nothing else: programs have no use for them.
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
