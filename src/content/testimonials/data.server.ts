import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Testimonial } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    testimonials: TestimonialsTable;
  }
}

interface TestimonialsTable {
  id: Generated<number>;
  name: string;
  position: string;
  description: string;
  image_key: string | null;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** What users say, in the order that staff chose. */
export async function allTestimonials(database: Database): Promise<Testimonial[]> {
  const rows = await database
    .selectFrom('testimonials')
    .leftJoin('pictures', 'pictures.key', 'testimonials.image_key')
    .select(['testimonials.id', 'name', 'position', 'description', ...pictureColumns])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('testimonials.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    position: row.position,
    description: row.description,
    picture: pictureOf(row),
  }));
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
      name: testimonial.name,
      position: testimonial.position,
      description: testimonial.description,
      image_key: testimonial.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
