import { adminCalls, calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { singleApi } from '#server/lists/single-api.server.ts';
import { publicCall, publicCallById } from '#server/public-calls.server.ts';
import { withPending } from '#server/versions/pending.server.ts';
import { VersionedWrites } from '#server/versions/versioned-writes.server.ts';
import { flattenPicture } from '#wire/picture.ts';
import { abouts } from './data.server.ts';
import { aboutRecordOnWire } from './schema.ts';

const shown = { shows: ['about'], answer: abouts.shownOnWire };

const records = {
  ...abouts,
  path: adminCalls.about,
  onWire: aboutRecordOnWire,
  read: withPending('about', abouts.read),
  said: saidOf('About', 'Deleted'),
  versioned: abouts.asForm,
};

export const aboutOnServer = {
  ...plainKind(abouts),
  publicCalls: (foundations) => {
    const read = async (id?: number) => {
      const about = await abouts.find(foundations.database, id);
      return about && flattenPicture(about);
    };
    publicCall(foundations, { ...shown, path: calls.about, summary: 'Show the newest {one}', read: () => read() });
    publicCallById(foundations, { ...shown, path: calls.aboutDetails, read });
  },
  staffCalls: (foundations, scope) => singleApi(foundations, scope, records),
  versioned: (foundations: Foundations) => [new VersionedWrites(foundations, records).publishing],
  counted: null,
  findable: null,
} satisfies KindOnServer;
