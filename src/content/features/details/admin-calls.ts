import type { z } from 'zod/mini';
import { adminCalls, versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { withDraft } from '#ui/form/versions/with-draft.ts';
import type { featureContentOnWire, loadedContentOnWire, toldOnWire } from './schema.ts';

/** Which text is meant: of a feature, under a sub-category of one of its categories. */
export interface ContentPlace {
  SingleFeature: number;
  singleCategory: number;
  selectedSubCategory: number;
}

export type ContentOnWire = z.infer<typeof featureContentOnWire>;
export type Told = z.infer<typeof toldOnWire>[number];

/** All that is told of a feature, without the words. */
export const toldPath = (featureId: number) => `${adminCalls.featureContents}?feature=${featureId}`;

/** The text of a place, as its draft has it where there is one; null where nothing was written yet. */
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

/** What is known of a text when it is written anew: nothing newer may be lost. */
interface Read {
  record: ContentOnWire | null;
  version: string | null;
  /** When the draft was saved that the form shows. */
  draftAt: string | null;
}

/** Of a text that was not there, as a moment: who was faster is told of by a conflict. */
const never = 'never';

/** Shows visitors the text. */
export function storeContent(place: ContentPlace, content: string, { record, version, draftAt }: Read) {
  if (record && draftAt) {
    const call = versionPaths.saveFromDraft(adminCalls.featureContents, record.id, draftAt);
    return api.put<Written<ContentOnWire>>(call, { content, status: true, updated_at: version });
  }
  const body = { ...place, content, updated_at: version ?? never };
  return api.post<Written<ContentOnWire>>(adminCalls.storeFeatureContent, body);
}

/** Keeps the text beside what visitors see; a new one is one that they don't see. */
export function storeDraft(place: ContentPlace, content: string, { record, version, draftAt }: Read) {
  if (record) {
    const call = versionPaths.keepDraft(adminCalls.featureContents, record.id);
    return api.put<Written<ContentOnWire>>(call, { content, updated_at: draftAt ?? version });
  }
  const body = { ...place, content, status: false, updated_at: version ?? never };
  return api.post<Written<ContentOnWire>>(adminCalls.storeFeatureContent, body);
}
