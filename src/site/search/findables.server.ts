import { allKindsOnServer } from '#content/kinds.server.ts';
import { findableSite } from '#site-settings/search.data.server.ts';

export const findables = [...allKindsOnServer.flatMap(({ findable }) => findable ?? []), findableSite];
