import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { singleApi } from '#server/lists/single-api.server.ts';
import { publicCall, publicCallById } from '#server/public-calls.server.ts';
import { findableRecords } from '#server/site-search/entries.server.ts';
import { plainText } from '#server/site-search/plain-text.server.ts';
import { withPending } from '#server/versions/pending.server.ts';
import { VersionedWrites } from '#server/versions/versioned-writes.server.ts';
import { flattenPicture } from '#wire/picture.ts';
import { abouts } from './data.server.ts';
import { aboutRecordOnWire, aboutShapes } from './schema.ts';

/** The newest text has the page itself as its address, and any write may change which one that is. */
const findable = findableRecords({
  table: null,
  found: { about: { number: 7, rank: 2.4, label: 'পরিচিতি' } },
  entriesOf: async (database) =>
    (await abouts.all(database)).map(({ id, title, short_description, content }, place) => ({
      ...{ kind: 'about', recordId: 1, partId: place === 0 ? 0 : id, number: id },
      title: place === 0 ? `পরিচিতি: ${title}` : title,
      text: `${short_description} ${plainText(content)}`,
    })),
  addressesOf: async (_database, entries) =>
    entries.map(({ partId }) => (partId === 0 ? pages.about : pages.aboutDetails(partId))),
});

const shown = { shows: ['about'], answer: abouts.shownOnWire };

const records = {
  ...abouts,
  path: adminCalls.about,
  onWire: aboutRecordOnWire,
  read: withPending('about', abouts.read),
  said: saidOf('About', 'Deleted'),
  versioned: { ...abouts.asForm, storedForm: aboutShapes.form.update.partial() },
  derive: (transaction: Database) => findable.keep(transaction, 1),
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
  findable,
} satisfies KindOnServer;
