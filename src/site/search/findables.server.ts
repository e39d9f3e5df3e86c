import { allKindsOnServer } from '#content/kinds.server.ts';
import { searchableSite } from '#site-settings/search.data.server.ts';

export const searchableContent = [
  ...allKindsOnServer.flatMap(({ searchable: findable }) => findable ?? []),
  searchableSite,
];
