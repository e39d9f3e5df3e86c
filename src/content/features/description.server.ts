import { firstSentence } from '#cms/search/plain-text.server.ts';
import type { FeatureDetails } from './schema.ts';

/** The caption of the first screen, or the first sentence of the first sub-category. */
export function describeFeature({ screens, categories }: Pick<FeatureDetails, 'screens' | 'categories'>): string {
  const [part] = categories.flatMap(({ subTabs }) => subTabs);
  return screens[0]?.caption ?? firstSentence(part?.content ?? '');
}
