import { calls } from '#paths.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { singleApi } from '#server/single-api.server.ts';
import { currentAbout, findAbout } from './data.server.ts';
import { aboutOnWire, aboutToWire } from './schema.ts';

export function aboutApi(foundations: Foundations): void {
  const { database } = foundations;

  listApi(foundations, {
    path: calls.about,
    shows: ['about'],
    answer: aboutOnWire,
    read: async () => {
      const about = await currentAbout(database);
      if (!about) throw notFound();
      return aboutToWire(about);
    },
  });

  singleApi(foundations, {
    path: calls.aboutDetails,
    shows: ['about'],
    answer: aboutOnWire,
    read: async (id) => {
      const about = await findAbout(database, id);
      return about && aboutToWire(about);
    },
  });
}
