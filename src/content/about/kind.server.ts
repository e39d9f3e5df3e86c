import { sql } from 'kysely';
import * as mini from 'zod/mini';
import { flattenPicture } from '#api/picture.ts';
import { pendingShape } from '#api/records.ts';
import {
  draftOf,
  line,
  optionalDate,
  optionalParagraph,
  type PicturedShown,
  paragraph,
  picturedShapes,
  richTextField,
  type TextsOf,
  todayInDhaka,
} from '#api/shapes.ts';
import type { ListRecord } from '#cms/collections/list-kind.server.ts';
import type { ListedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listMessages, plainKind, singleApi } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/drafts.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicCall, publicCallById } from '#platform/http/public-calls.server.ts';
import { aboutKind } from './kind.ts';

/** The date is `YYYY-MM-DD`; the content is sanitised HTML. */
const shapes = picturedShapes(
  {
    title: line('title'),
    short_description: paragraph('short description'),
    date: optionalDate,
    description: optionalParagraph('description'),
    content: richTextField,
  },
  { rich: 'content', unsearched: ['date', 'description'] },
);

/** The date defaults to today in Dhaka. */
const create = shapes.form.create.transform(({ date = todayInDhaka(), ...form }) => ({ ...form, date }));

export const aboutShapes = { ...shapes, form: { ...shapes.form, create } };

/** An empty date is today here too. */
const today = optionalDate.transform((date) => date ?? todayInDhaka());

const aboutDraftForm = draftOf(shapes.form.update.extend({ date: today }));

export const aboutRecordSchema = mini.extend(aboutShapes.recordSchema, pendingShape);

export type About = PicturedShown<typeof aboutShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    about: TextsOf<typeof aboutShapes> & ListedColumns & PictureColumn;
  }
}

export const abouts = picturedList('about', aboutShapes, sql`id desc`);

/** The newest text has the page itself as its address. */
const searchable: Searchable = {
  collection: 'about',
  found: { about: { rank: 2.4, label: 'পরিচিতি' } },
  entriesOf: async (database) =>
    (await abouts.all(database)).map(({ id, title, short_description, content, picture }, place) => ({
      kind: 'about',
      recordId: id,
      title: place === 0 ? `পরিচিতি: ${title}` : title,
      text: `${short_description} ${searchableText(content, picture)}`,
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
  onSite: ({ id, title }: ListRecord & { title: string }) => ({ title, path: pages.aboutDetails(id) }),
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
  searchable,
} satisfies KindOnServer;
