import { allKindsOnServer } from '#content/kinds.server.ts';
import { searchableSite } from '#content/settings/search.data.server.ts';

export const searchableContent = [
  ...allKindsOnServer.flatMap(({ searchable: findable }) => findable ?? []),
  searchableSite,
];
