import { sweepCreations } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { sweepPictures } from '#cms/pictures/sweep-pictures.server.ts';
import { sweepPreviews } from '#cms/versions/previews.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { eraseOutdated } from '#leads/inbox/erasing.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { sweepFiles } from '#platform/files/stored-files.server.ts';
import type { SweepJob } from '#platform/jobs/sweep.server.ts';

/** Tables with a picture, and tables whose rich text may contain pictures. */
const pictured = [...allKindsOnServer.flatMap((kind) => kind.pictured), 'site_settings', 'users'] as const;
const texts = allKindsOnServer.flatMap((kind) => kind.rich);

/** Sweeps records that were deleted long ago and uploads that no record uses. */
export function contentSweepJobs(context: AppContext): SweepJob[] {
  const { database, changes, files } = context;
  return [
    ...allKindsOnServer.map(({ tables, emptyTrash }) => ({
      name: `trash of ${tables[0]}`,
      run: () => emptyTrash(database),
    })),
    { name: 'keys of creations', run: () => sweepCreations(database) },
    { name: 'outdated leads', run: () => eraseOutdated(database) },
    { name: 'uploads', run: () => sweepFiles(context, filesInUse) },
    { name: 'unfinished files', run: () => files.sweepUnfinished() },
    { name: 'pictures', run: () => sweepPictures(context, { pictured, texts }) },
    { name: 'previews', run: () => sweepPreviews(database) },
    { name: 'changes', run: () => changes.forgetOld() },
  ];
}

async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const used = allKindsOnServer.map((kind) => kind.filesInUse?.(database, keys) ?? []);
  return (await Promise.all(used)).flat();
}
