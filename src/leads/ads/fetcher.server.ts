import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { cleanLine, latinDigits } from '#api/text.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { guardedFetch } from '#integrations/call.server.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import { type Claim, isDue, type JobColumns, JobQueue } from '#platform/jobs/queue.server.ts';
import { addJitter, Worker, type WorkerLimits } from '#platform/jobs/worker.server.ts';
import { leadLimits } from '../lead/strings.ts';
import { readEmail, readNumbers } from '../lead/texts.server.ts';
import { type ContentLookups, idempotencyKey, readRequestContext, storeDemoRequest } from '../requests/data.server.ts';
import type { LeadAds } from './schema.ts';
import { type LeadAdsSettings, readLeadAds } from './settings.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    inbound_leads: InboundLeadsTable;
  }
}

interface InboundLeadsTable extends JobColumns {
  /** Meta's, of digits. */
  leadgen_id: string;
  last_error: string | null;
  created_at: string;
}

/** Times in milliseconds, `waits` before each further attempt in seconds: a token may be renewed after a weekend. */
const usual: WorkerLimits & { waits: readonly number[] } = {
  pollInterval: 500,
  lease: 60_000,
  stop: 5_000,
  waits: [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400],
};

const queue = new JobQueue({
  table: 'inbound_leads',
  running: 'fetching',
  due: (database) =>
    database.selectFrom('inbound_leads').select('id').where(isDue(database)).orderBy('next_attempt_at'),
});

/** Fetches the leads that Meta told of, and stores each as a request, once. */
export class LeadFetcher extends Worker<Claim, string | null> {
  constructor(context: AppContext, lookups: ContentLookups, limits = usual) {
    super(
      context,
      {
        name: 'inbound_leads',
        queue,
        openSlot: () => ({ run: ({ id }, signal) => attempt(context, lookups, id, signal) }),
        begin: async (_transaction, claim) => claim,
        end: (transaction, claim, last_error) => {
          const wait = limits.waits[claim.attempts - 1];
          const isLast = last_error === null || wait === undefined;
          return queue.end(transaction, claim, {
            state: last_error === null ? 'done' : isLast ? 'dead' : 'queued',
            last_error,
            ...(!isLast && { next_attempt_at: timestampIn(transaction, addJitter(wait)) }),
          });
        },
      },
      limits,
    );
  }
}

/** Answers what went wrong, in words. */
async function attempt(context: AppContext, lookups: ContentLookups, id: number, signal: AbortSignal) {
  const { database, settings, log } = context;
  try {
    const row = database.selectFrom('inbound_leads').select('leadgen_id').where('id', '=', id);
    const { leadgen_id } = await row.executeTakeFirstOrThrow();
    const ads = await readLeadAds(database, settings);
    if (!ads.status) throw new Error(t('Lead Ads are switched off, or what is encrypted can’t be read.'));
    const lead = await fetchLead(settings.graphUrl, ads, leadgen_id, { rules: settings, signal });
    const { note, values } = readAnswers(lead.field_data, ads.fields);
    const { number = '', email = '', ...more } = values;
    const name = values.name || values.institute_name || number || email || 'Facebook';
    const body = {
      ...more,
      utm_source: lead.platform === 'ig' ? 'instagram' : 'facebook',
      utm_medium: 'lead_ad',
      utm_campaign: [lead.campaign_name, lead.ad_name].filter(Boolean).join(' - '),
      leadgen_id,
    };
    await storeDemoRequest(database, settings, {
      input: { name, institute_name: values.institute_name || name, number, email },
      note,
      context: await readRequestContext(database, body, lookups),
      networks: [],
      key: idempotencyKey(`leadgen-${leadgen_id}`),
      signals: [],
      proof: 'done',
    });
    return null;
  } catch (error) {
    const { message } = error as Error;
    log.warn({ event: 'lead_not_fetched', job: id, reason: message });
    return message;
  }
}

const text = z.string().nullish();
const leadAnswer = z.object({
  field_data: z.array(z.object({ name: z.string(), values: z.array(z.coerce.string()).default([]) })),
  platform: text,
  campaign_name: text,
  ad_name: text,
});

/** @throws Error in words */
async function fetchLead(
  graphUrl: string,
  { page_token: access_token, app_secret }: LeadAdsSettings,
  id: string,
  call: Pick<Parameters<typeof guardedFetch>[0], 'rules' | 'signal'>,
) {
  const appsecret_proof = createHmac('sha256', app_secret).update(access_token).digest('hex');
  const limits = { time: 20_000, bytes: 2 ** 20 };
  let problem = '';
  // A token without rights to advertisements still reads the answers.
  for (const fields of ['field_data,platform,campaign_name,ad_name', 'field_data']) {
    const url = `${graphUrl}/${id}?${new URLSearchParams({ fields, access_token, appsecret_proof })}`;
    const trusted = { trustedHost: new URL(url).host, isTaken: () => true };
    const { answer, status, error } = await guardedFetch({ ...call, ...trusted, url }, limits);
    const json = parseJson(answer ?? '');
    const lead = leadAnswer.safeParse(json);
    if (lead.success) return lead.data;
    problem = error ?? json?.error?.message ?? t`It answered ${status}.`;
  }
  throw new Error(problem);
}

/** Null where it is no JSON. */
export function parseJson(json: string, revive?: Parameters<typeof JSON.parse>[1]) {
  try {
    return JSON.parse(json, revive);
  } catch {
    return null;
  }
}

const institutes =
  '(?:school|college|company|instituti?on|institute|academy|organi[sz]ation|madras[ah]+|প্রতিষ্ঠান|স্কুল|কলেজ|মাদ্রাসা|মাদরাসা|বিদ্যালয়|একাডেমি)';

/** What a question asks for, by its words; the first that fits. */
const questions = Object.entries({
  note: /designation|position|title|\brole\b|\bwhen\b|পদবি/,
  students: /students?\b|pupils?\b|শিক্ষার্থী|ছাত্র/,
  institute_kind: /\b(?:kind|type|category)\b|ধরন|ধরণ/,
  institute_name: new RegExp(
    String.raw`^(?:(?:your|আপনার) )?${institutes}\W*$|${institutes}\S* (?:name|নাম)|name of (?:\S+ )?${institutes}`.normalize(
      'NFC',
    ),
  ),
  email: /e-?mail|ই-?মেইল/,
  number: /phone|mobile|whats ?app|contact number|মোবাইল|ফোন|নম্বর|নাম্বার/,
  district: /district|\bcity\b|জেলা|শহর/,
  name: /^(?:what(?: i|[’'])s )?(?:(?:your|full|first|last|given|family|আপনার|পুরো|পূর্ণ) )*(?:name|surname|নাম)\W*$/,
} satisfies Partial<Record<keyof typeof readers, RegExp>>);

const cut = (answer: string) => [...answer].slice(0, leadLimits.name).join('');

/** What an answer holds for its field; empty where it can't be read. */
const readers: Record<LeadAds['fields'][string], (answer: string) => string | null | undefined> = {
  name: cut,
  institute_name: cut,
  district: cut,
  institute_kind: cut,
  number: (answer) => readNumbers(cut(answer))?.number,
  email: readEmail,
  students: (answer) => /^\d{1,7}$/.exec(latinDigits(answer).replace(/[\s,]/g, ''))?.[0],
  note: () => null,
};

/** The first answer for each field; first and last name are one. All that has no field, or says more, is the note. */
function readAnswers(answers: z.infer<typeof leadAnswer>['field_data'], chosen: LeadAdsSettings['fields']) {
  const values: Partial<Record<string, string>> = {};
  const notes: string[] = [];
  for (const { name, values: given } of answers) {
    const question = cleanLine(name.replaceAll('_', ' '));
    const answer = cleanLine(given.join(', '));
    const known = questions.find(([, words]) => words.test(question.toLowerCase()))?.[0] as 'note' | undefined;
    const field = chosen[name] ?? known ?? 'note';
    const value = readers[field](answer);
    if (value && field === 'name') values.name = cut([values.name, value].filter(Boolean).join(' '));
    else if (value && !values[field]) values[field] = value;
    else if (answer) notes.push(`${question}: ${answer}`);
    if (field === 'number' && readNumbers(answer)?.more) notes.push(`${question}: ${answer}`);
  }
  return { values, note: [...notes.join('\n')].slice(0, leadLimits.note).join('') };
}
