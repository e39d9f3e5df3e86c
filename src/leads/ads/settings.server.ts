import { z } from 'zod';
import { anyOf } from '#api/shapes.ts';
import { t } from '#i18n/text.ts';
import { readFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { leadAdFields } from './schema.ts';

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    /** Encrypted. */
    lead_ads: string;
  }
}

export const leadAdsSecret: EncryptedColumn = {
  what: 'what Meta is known by (screen Lead Ads)',
  purpose: 'lead-ads',
  table: 'store_facts',
  columns: ['value'],
  rows: async (database) => {
    const sealed = await readFact(database, 'lead_ads');
    return sealed === null ? [] : [{ sealed }];
  },
};

export const leadAdsEncrypter = ({ secret }: Keys) => new Encrypter(secret, leadAdsSecret.purpose);

/** An empty secret is one that is kept. */
const secret = z
  .string()
  .trim()
  .max(1_000)
  .nullish()
  .transform((text) => text ?? '');

export const leadAdsForm = z.object({
  status: z.boolean({ error: 'Say true or false.' }),
  page_id: z.string().regex(/^\d{1,30}$/, t('Enter the number of the page.')),
  /** By question, as Meta writes it. */
  fields: z.record(z.string().max(500), anyOf(leadAdFields)).default({}),
  page_token: secret,
  app_secret: secret,
  verify_token: secret,
});
export type LeadAdsSettings = z.output<typeof leadAdsForm>;

const none: LeadAdsSettings = {
  status: false,
  page_id: '',
  fields: {},
  page_token: '',
  app_secret: '',
  verify_token: '',
};

/** Switched off where they can't be decrypted. */
export async function readLeadAds(database: Database, keys: Keys): Promise<LeadAdsSettings> {
  const sealed = await readFact(database, 'lead_ads');
  return (leadAdsEncrypter(keys).decrypt(sealed ?? '') as LeadAdsSettings | null) ?? none;
}
