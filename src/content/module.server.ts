import { sweepCreations } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { sweepPreviews } from '#cms/versions/previews.server.ts';
import { type NotPublished, Publisher } from '#cms/versions/publisher.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { sweepFiles } from '#platform/files/stored-files.server.ts';
import { allKindsOnServer } from './kinds.server.ts';
import { mailNotPublished } from './not-published-mail.server.ts';

/** All kinds, and what they have in common. */
export const contentModule = {
  routes: (context) => {
    for (const { publicCalls } of allKindsOnServer) publicCalls(context);
  },
  staffRoutes: {
    content: async (context, scope) => {
      for (const { staffCalls } of allKindsOnServer) await staffCalls(context, scope);
    },
  },
  jobs: [
    {
      table: 'schedules',
      create: (context) => {
        const publishing = allKindsOnServer.flatMap(({ versioned }) => versioned?.(context) ?? []);
        const onNotPublished = (transaction: Database, publication: NotPublished) =>
          mailNotPublished(transaction, context.settings, publication);
        return new Publisher({ ...context, onNotPublished }, publishing);
      },
    },
  ],
  cleanups: (context: AppContext) => {
    const { database } = context;
    return [
      ...allKindsOnServer.map(({ tables, emptyTrash }) => ({
        name: `trash of ${tables[0]}`,
        run: () => emptyTrash(database),
      })),
      { name: 'keys of creations', run: () => sweepCreations(database) },
      { name: 'uploads', run: () => sweepFiles(context, filesInUse) },
      { name: 'previews', run: () => sweepPreviews(database) },
    ];
  },
} satisfies Module;

async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const used = allKindsOnServer.map((kind) => kind.filesInUse?.(database, keys) ?? []);
  return (await Promise.all(used)).flat();
}
