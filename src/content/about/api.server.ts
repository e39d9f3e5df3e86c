import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall, publicCallById } from '#server/public-calls.server.ts';
import { currentAbout, findAbout } from './data.server.ts';
import { aboutOnWire, aboutToWire } from './schema.ts';

export function aboutApi(foundations: Foundations): void {
  const { database } = foundations;

  publicCall(foundations, {
    path: calls.about,
    shows: ['about'],
    answer: aboutOnWire,
    read: async () => {
      const about = await currentAbout(database);
      return about && aboutToWire(about);
    },
  });

  publicCallById(foundations, {
    path: calls.aboutDetails,
    shows: ['about'],
    answer: aboutOnWire,
    read: async (id) => {
      const about = await findAbout(database, id);
      return about && aboutToWire(about);
    },
  });
}
