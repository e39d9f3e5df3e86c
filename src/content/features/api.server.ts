import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall, publicCallById } from '#server/public-calls.server.ts';
import { allFeatures, findFeature } from './data.server.ts';
import { featureDetailsOnWire, featureDetailsToWire, featuresOnWire, featureToWire } from './schema.ts';

export function featuresApi(foundations: Foundations): void {
  const { database } = foundations;

  publicCall(foundations, {
    path: calls.features,
    shows: ['features'],
    answer: featuresOnWire,
    read: async () => (await allFeatures(database)).map(featureToWire),
  });

  publicCallById(foundations, {
    path: calls.featureDetails,
    shows: ['features'],
    answer: featureDetailsOnWire,
    read: async (id) => {
      const feature = await findFeature(database, id);
      return feature && featureDetailsToWire(feature);
    },
  });
}
