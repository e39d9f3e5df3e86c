import type { z } from 'zod/mini';
import { withDraft } from '#cms/versions/with-draft.ts';
import { adminCalls, versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import type { contentSummariesSchema, featureContentSchema, loadedContentSchema } from './schema.ts';

export interface ContentAddress {
  SingleFeature: number;
  singleCategory: number;
  selectedSubCategory: number;
}

export type FeatureContentRecord = z.infer<typeof featureContentSchema>;
export type ContentSummary = z.infer<typeof contentSummariesSchema>[number];

export const contentsPath = (featureId: number) => `${adminCalls.featureContents}?feature=${featureId}`;

/** Loads the draft where there is one, else the saved text; null where neither exists. */
export async function loadContent(place: ContentAddress, signal: AbortSignal): Promise<FeatureContentRecord | null> {
  const body = {
    singleSubCategory_id: place.selectedSubCategory,
    singleCategory: place.singleCategory,
    SingleFeature_id: place.SingleFeature,
  };
  const stored = await api.post<z.infer<typeof loadedContentSchema>>(adminCalls.featureContent, body, { signal });
  if (stored.updated_at === null) return null;
  const { data } = await api.get<{ data: ContentSummary[] }>(contentsPath(place.SingleFeature), { signal });
  const summary = data.find((each) => each.selectedSubCategory === place.selectedSubCategory);
  if (!summary) return null;
  const { content, updated_at } = stored;
  return withDraft(adminCalls.featureContents, { ...summary, content, updated_at });
}

/** State of a text when it was read, to detect conflicts. */
interface ReadVersion {
  record: FeatureContentRecord | null;
  version: string | null;
  /** `updated_at` of the draft in the form. */
  draftAt: string | null;
}

/** Version of a text that did not exist yet: if somebody else creates it first, saving conflicts. */
const noVersion = 'never';

export function storeContent(place: ContentAddress, content: string, { record, version, draftAt }: ReadVersion) {
  if (record && draftAt) {
    const call = versionPaths.saveFromDraft(adminCalls.featureContents, record.id, draftAt);
    return api.put<Written<FeatureContentRecord>>(call, { content, status: true, updated_at: version });
  }
  const body = { ...place, content, updated_at: version ?? noVersion };
  return api.post<Written<FeatureContentRecord>>(adminCalls.storeFeatureContent, body);
}

/** Saves the text as a draft; a new text is saved unpublished. */
export function storeDraft(place: ContentAddress, content: string, { record, version, draftAt }: ReadVersion) {
  if (record) {
    const call = versionPaths.keepDraft(adminCalls.featureContents, record.id);
    return api.put<Written<FeatureContentRecord>>(call, { content, updated_at: draftAt ?? version });
  }
  const body = { ...place, content, status: false, updated_at: version ?? noVersion };
  return api.post<Written<FeatureContentRecord>>(adminCalls.storeFeatureContent, body);
}
