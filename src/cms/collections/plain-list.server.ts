import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { z as mini } from 'zod/mini';
import { flattenPicture, type Picture } from '#api/picture.ts';
import type { PicturedShown, Shapes, Shown, TextsOf } from '#api/shapes.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureFacts, pictureOf } from '#platform/database/picture-columns.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { keyOfPicture, pictureByKey } from '../pictures/library.server.ts';
import { safeRichText } from '../rich-text/rich-text.server.ts';
import type { Fields } from '../versions/history.server.ts';
import {
  anyList,
  insertRecord,
  type ListTable,
  listed,
  listedOf,
  type RecordTable,
  searchText,
  staffOrder,
} from './listed-table.server.ts';

interface PlainShapes extends Shapes {
  form: { create: z.ZodType; update: z.ZodType };
  onWire: mini.ZodMiniType;
  recordSchema: mini.ZodMiniType;
}

/** Queries and `ListKind` parts of a collection whose form fields equal its text columns. */
export function textList<Table extends ListTable, S extends PlainShapes>(
  table: Table,
  shapes: S,
  order?: RawBuilder<unknown>,
) {
  return plainList<Table, S, Shown<S>>(table, shapes, false, order);
}

export function picturedList<Table extends ListTable, S extends PlainShapes>(
  table: Table,
  shapes: S,
  order?: RawBuilder<unknown>,
) {
  return plainList<Table, S, PicturedShown<S>>(table, shapes, true, order);
}

/** `columns` of a `ListKind` says `satisfies` this: there the table is a variable. */
export type WrittenColumns<Table extends RecordTable> = Omit<
  Updateable<Tables[Table]>,
  'id' | 'created_at' | 'updated_at' | 'deleted_at'
>;

function plainList<Table extends ListTable, S extends PlainShapes, R extends { id: number; picture?: Picture | null }>(
  table: Table,
  shapes: S,
  pictured: boolean,
  order?: RawBuilder<unknown>,
) {
  const shownOrder = order ?? staffOrder;
  const { rich, searched, form, onWire, recordSchema: recordOnWire } = shapes;
  const name = listed(table);
  const texts = Object.keys(shapes.texts);

  const rows = (database: Database) =>
    anyList(database)
      .selectFrom(name)
      .selectAll(name)
      // Without a picture column the join matches nothing.
      .leftJoin('pictures', (join) =>
        pictured ? join.onRef('pictures.key', '=', `${name}.image_key`) : join.on('pictures.key', 'is', null),
      )
      .select(pictureFacts);
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

  const published = (database: Database) =>
    rows(database).where(`${name}.status`, '=', 1).where(`${name}.deleted_at`, 'is', null);

  async function shownOf(row: Row) {
    // The table is a variable, so the types don't know its text columns.
    return shown(row.id, row as unknown as Record<string, string>, pictureOf(row));
  }

  async function shown(id: number, columns: Record<string, unknown>, picture: Picture | null) {
    const result: Record<string, unknown> = { id };
    for (const text of texts) result[text] = columns[text];
    if (rich) result[rich] = await safeRichText(String(columns[rich] ?? ''));
    if (pictured) result.picture = picture;
    return result as R;
  }

  async function shownAs(database: Database, id: number, fields: Fields): Promise<R> {
    const key = keyOfPicture(fields.image);
    const values = Object.fromEntries(texts.map((text) => [text, fields[text] ?? '']));
    return shown(id, values, key ? await pictureByKey(database, key) : null);
  }

  async function read(database: Database, ids: number[]) {
    const found = await rows(database).where(`${name}.id`, 'in', ids).execute();
    const records = found.map(async (row) => ({ ...flattenPicture(await shownOf(row)), ...listedOf(row) }));
    return (await Promise.all(records)) as mini.infer<S['recordSchema']>[];
  }

  function formOf(record: object): Fields {
    const values: Fields = { ...record };
    const names = [...texts, ...(pictured ? ['image'] : []), 'status'];
    return Object.fromEntries(names.map((text) => [text, values[text]]));
  }

  return {
    shownAs,
    formById: async (database: Database, id: number): Promise<Fields> => formOf((await read(database, [id]))[0] ?? {}),

    table,
    pictured,
    order,
    shows: [table],
    rich,
    searched,
    form: form as S['form'],
    onWire: recordOnWire as S['recordSchema'],
    publicSchema: onWire as S['onWire'],

    all: async (database: Database, condition = sql<boolean>`true`): Promise<R[]> =>
      Promise.all((await published(database).where(condition).orderBy(shownOrder).execute()).map(shownOf)),

    async find(database: Database, id?: number): Promise<R | null> {
      const one = published(database).$if(id !== undefined, (query) => query.where(`${name}.id`, '=', id ?? 0));
      const row = await one.orderBy(shownOrder).limit(1).executeTakeFirst();
      return row ? shownOf(row) : null;
    },

    read,

    asForm: {
      formOf,
      filled: async <Record extends { id: number }>(database: Database, fields: Fields, record: Record) => ({
        ...record,
        ...flattenPicture(await shownAs(database, record.id, fields)),
        status: fields.status,
      }),
    },

    columns(input: object) {
      const values: Fields = { ...input };
      return Object.fromEntries(texts.map((text) => [text, values[text]]));
    },

    /** Inserts a published record without the form. Returns its id. */
    add(database: Database, record: TextsOf<S> & WrittenColumns<Table>): Promise<number> {
      const searchedTexts = searched.map((text) => String(record[text]));
      return insertRecord(database, table, { ...record, search_text: searchText(...searchedTexts) });
    },
  };
}
