import type { z } from 'zod/mini';
import { adminCalls, versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { withDraft } from '#ui/form/versions/with-draft.ts';
import type { featureContentOnWire, loadedContentOnWire, toldOnWire } from './schema.ts';

export interface ContentPlace {
  SingleFeature: number;
  singleCategory: number;
  selectedSubCategory: number;
}

export type ContentOnWire = z.infer<typeof featureContentOnWire>;
export type Told = z.infer<typeof toldOnWire>[number];

export const toldPath = (featureId: number) => `${adminCalls.featureContents}?feature=${featureId}`;

/** Loads the draft where there is one, else the saved text; null where neither exists. */
export async function loadContent(place: ContentPlace, signal: AbortSignal): Promise<ContentOnWire | null> {
  const body = {
    singleSubCategory_id: place.selectedSubCategory,
    singleCategory: place.singleCategory,
    SingleFeature_id: place.SingleFeature,
  };
  const stored = await api.post<z.infer<typeof loadedContentOnWire>>(adminCalls.featureContent, body, { signal });
  if (stored.updated_at === null) return null;
  const { data } = await api.get<{ data: Told[] }>(toldPath(place.SingleFeature), { signal });
  const told = data.find((each) => each.selectedSubCategory === place.selectedSubCategory);
  if (!told) return null;
  const { content, updated_at } = stored;
  return withDraft(adminCalls.featureContents, { ...told, content, updated_at });
}

/** State of a text when it was read, to detect conflicts. */
interface Read {
  record: ContentOnWire | null;
  version: string | null;
  /** `updated_at` of the draft in the form. */
  draftAt: string | null;
}

/** Version of a text that did not exist yet: if somebody else creates it first, saving conflicts. */
const never = 'never';

export function storeContent(place: ContentPlace, content: string, { record, version, draftAt }: Read) {
  if (record && draftAt) {
    const call = versionPaths.saveFromDraft(adminCalls.featureContents, record.id, draftAt);
    return api.put<Written<ContentOnWire>>(call, { content, status: true, updated_at: version });
  }
  const body = { ...place, content, updated_at: version ?? never };
  return api.post<Written<ContentOnWire>>(adminCalls.storeFeatureContent, body);
}

/** Saves the text as a draft; a new text is saved unpublished. */
export function storeDraft(place: ContentPlace, content: string, { record, version, draftAt }: Read) {
  if (record) {
    const call = versionPaths.keepDraft(adminCalls.featureContents, record.id);
    return api.put<Written<ContentOnWire>>(call, { content, updated_at: draftAt ?? version });
  }
  const body = { ...place, content, status: false, updated_at: version ?? never };
  return api.post<Written<ContentOnWire>>(adminCalls.storeFeatureContent, body);
}
