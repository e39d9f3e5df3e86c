import type { Picture } from '#api/picture.ts';
import type { Database } from '#platform/database/open.server.ts';

export function keyOfPicture(address: unknown): string | null {
  return typeof address === 'string' ? (/^\/media\/([0-9a-f]{40})\.webp$/.exec(address)?.[1] ?? null) : null;
}

export async function pictureByKey(database: Database, key: string): Promise<Picture | null> {
  const row = await database
    .selectFrom('pictures')
    .select(['key', 'width', 'height'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}
