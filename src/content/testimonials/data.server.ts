import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Testimonial, TestimonialRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    testimonials: TestimonialsTable;
  }
}

interface TestimonialsTable extends OrderedColumns {
  name: string;
  position: string;
  description: string;
  image_key: string | null;
}

/** What users say, in the order that staff chose. */
export async function allTestimonials(database: Database): Promise<Testimonial[]> {
  const rows = await withPicture(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('testimonials.id', 'desc')
    .execute();
  return rows.map(testimonialOf);
}

/** Testimonials as the back office edits them, in any state. */
export async function testimonialRecords(database: Database, ids: number[]): Promise<TestimonialRecord[]> {
  const rows = await withPicture(database)
    .select(listedColumns('testimonials'))
    .where('testimonials.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...testimonialOf(row), ...listedOf(row) }));
}

/** What is written of a testimonial, as columns. */
export function testimonialColumns({ name, position, description }: Omit<Testimonial, 'id' | 'picture'>) {
  return { name, position, description, search_text: searchText(name, position, description) };
}

export interface TestimonialInput extends Omit<Testimonial, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addTestimonial(
  database: Database,
  testimonial: TestimonialInput,
  sortOrder: number,
): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('testimonials')
    .values({
      ...testimonialColumns(testimonial),
      image_key: testimonial.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

function withPicture(database: Database) {
  return database
    .selectFrom('testimonials')
    .leftJoin('pictures', 'pictures.key', 'testimonials.image_key')
    .select(['testimonials.id', 'name', 'position', 'description', ...pictureColumns]);
}

type TestimonialRow = Awaited<ReturnType<ReturnType<typeof withPicture>['execute']>>[number];

function testimonialOf(row: TestimonialRow): Testimonial {
  const { id, name, position, description } = row;
  return { id, name, position, description, picture: pictureOf(row) };
}
