import { filesInUse } from '#content/downloads/data.server.ts';
import { emptyFeaturesTrash } from '#content/features/trash.server.ts';
import { emptyPackagesTrash } from '#content/packages/trash.server.ts';
import { eraseOutdated } from '#leads/inbox/erasing.server.ts';
import { sweepFiles } from '#server/files/sweep-files.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { sweepCreations } from '#server/lists/create-once.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { sweepPictures } from '#server/pictures/sweep-pictures.server.ts';
import type { SweepJob } from '#server/sweep.server.ts';

/** The tables whose rows show a picture, and those whose texts may hold some. */
const pictured = [
  ...(['about', 'clients', 'features', 'news', 'site_settings'] as const),
  ...(['statistics', 'testimonials', 'users'] as const),
];
const texts = ['about', 'feature_details', 'news'] as const;

/** What the back office leaves behind: records that were deleted long ago, uploads that no form named. */
export function contentSweepJobs(foundations: Foundations): SweepJob[] {
  const { database, changes } = foundations;
  const plain = ['about', 'news', 'testimonials', 'videos', 'statistics', 'clients', 'downloads'] as const;
  return [
    ...plain.map((table) => ({ name: `trash of ${table}`, run: () => emptyTrash(database, table) })),
    { name: 'trash of features', run: () => emptyFeaturesTrash(database) },
    { name: 'trash of packages', run: () => emptyPackagesTrash(database) },
    { name: 'keys of creations', run: () => sweepCreations(database) },
    { name: 'outdated leads', run: () => eraseOutdated(database) },
    { name: 'uploads', run: () => sweepFiles(foundations, filesInUse) },
    { name: 'pictures', run: () => sweepPictures(foundations, { pictured, texts }) },
    { name: 'changes', run: () => changes.forgetOld() },
  ];
}
