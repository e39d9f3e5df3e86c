import { flattenPicture } from '#api/picture.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { singleApi } from '#cms/collections/single-api.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/pending.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicCall, publicCallById } from '#platform/http/public-calls.server.ts';
import { abouts } from './data.server.ts';
import { aboutKind } from './kind.ts';
import { aboutDraftForm, aboutRecordSchema, aboutShapes } from './schema.ts';

/** The newest text has the page itself as its address. */
const searchable: Searchable = {
  collection: 'about',
  found: { about: { rank: 2.4, label: 'পরিচিতি' } },
  entriesOf: async (database) =>
    (await abouts.all(database)).map(({ id, title, short_description, content }, place) => ({
      kind: 'about',
      recordId: id,
      title: place === 0 ? `পরিচিতি: ${title}` : title,
      text: `${short_description} ${plainText(content)}`,
      url: place === 0 ? pages.about : pages.aboutDetails(id),
    })),
};

const publicAnswer = { shows: ['about'], answer: abouts.publicSchema };

const records = {
  ...abouts,
  path: adminCalls.about,
  onWire: aboutRecordSchema,
  read: withPending('about', abouts.read),
  messages: listMessages('About', 'Deleted'),
  versioned: {
    ...abouts.asForm,
    draftForm: aboutDraftForm,
    storedForm: aboutShapes.form.update.partial(),
  },
};

export const aboutOnServer = {
  ...plainKind(abouts, aboutKind),
  publicCalls: (context) => {
    const read = async (id?: number) => {
      const about = await abouts.find(context.database, id);
      return about && flattenPicture(about);
    };
    publicCall(context, { ...publicAnswer, path: calls.about, summary: 'Show the newest {one}', read: () => read() });
    publicCallById(context, { ...publicAnswer, path: calls.aboutDetails, read });
  },
  staffCalls: (context, scope) => singleApi(context, scope, records),
  versioned: (context: AppContext) => [new VersionedWrites(context, records).publishing],
  counted: null,
  searchable,
} satisfies KindOnServer;
