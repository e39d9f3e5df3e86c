import type { Kind } from '#ui/admin/screen.ts';

const files = import.meta.glob<Record<string, Kind>>('./*/kind.ts', { eager: true });

/** Every content kind for the browser, from the folders; see `kinds.server.ts` for the server. */
export const kinds = Object.values(files).flatMap((file) => Object.values(file));
