import type { z } from 'zod/mini';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import type { featureContentOnWire, loadedContentOnWire } from './schema.ts';

/** Which text is meant: of a feature, under a sub-category of one of its categories. */
export interface ContentPlace {
  featureId: number;
  categoryId: number;
  subCategoryId: number;
}

/** What is written there; `version` is null where nothing was written yet. */
export interface StoredContent {
  content: string;
  version: string | null;
}

export type ContentOnWire = z.infer<typeof featureContentOnWire>;

export async function loadContent(place: ContentPlace, signal: AbortSignal): Promise<StoredContent> {
  const body = {
    singleSubCategory_id: place.subCategoryId,
    singleCategory: place.categoryId,
    SingleFeature_id: place.featureId,
  };
  const answer = await api.post<z.infer<typeof loadedContentOnWire>>(adminCalls.featureContent, body, { signal });
  return { content: answer.content, version: answer.updated_at };
}

export function storeContent(
  place: ContentPlace,
  { content, version }: StoredContent,
): Promise<Written<ContentOnWire>> {
  return api.post<Written<ContentOnWire>>(adminCalls.storeFeatureContent, {
    singleCategory: place.categoryId,
    SingleFeature: place.featureId,
    content,
    selectedSubCategory: place.subCategoryId,
    ...(version && { updated_at: version }),
  });
}
