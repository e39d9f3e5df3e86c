import { adminCalls, calls } from '#paths.ts';
import type { KindOnServer } from '#server/kind.server.ts';
import { samplesOf } from '#server/kind.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { singleApi } from '#server/lists/single-api.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicCall, publicCallById } from '#server/public-calls.server.ts';
import { flattenPicture } from '#wire/picture.ts';
import { abouts } from './data.server.ts';

const shown = { shows: ['about'], answer: abouts.shownOnWire };

export const aboutOnServer = {
  tables: ['about'],
  pictured: ['about'],
  rich: ['about'],
  publicCalls: (foundations) => {
    const read = async (id?: number) => {
      const about = await abouts.find(foundations.database, id);
      return about && flattenPicture(about);
    };
    publicCall(foundations, { ...shown, path: calls.about, read: () => read() });
    publicCallById(foundations, { ...shown, path: calls.aboutDetails, read });
  },
  staffCalls: (foundations, scope) =>
    singleApi(foundations, scope, { ...abouts, path: adminCalls.about, said: saidOf('About', 'Deleted') }),
  emptyTrash: (database) => emptyTrash(database, 'about'),
  counted: null,
  findable: null,
  addSample: samplesOf(abouts),
} satisfies KindOnServer;
