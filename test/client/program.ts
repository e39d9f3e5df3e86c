import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './paths.d.ts';

/**
 * A program of somebody else: it knows the description of the calls and nothing more. From a created piece of
 * news to what visitors see of it, and a demo request. Run with the site's address and a token, which an owner makes in
 * the profile.
 */
const [baseUrl = '', token = ''] = process.argv.slice(2);
const site = createClient<paths>({ baseUrl });

const { token: csrf } = answered(await site.GET('/api/csrf-token'));
const guarded = { header: { 'X-CSRF-TOKEN': csrf } };

const office = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const news = {
  date: '2026-12-05',
  short_title: 'ভর্তি',
  title: 'ভর্তি চলছে',
  description: 'নতুন শিক্ষাবর্ষে ভর্তি শুরু হয়েছে।',
  content: '<p>১ ডিসেম্বর থেকে ফরম পাওয়া যাবে।</p>',
  status: 1 as const,
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
const twice = { header: { 'Idempotency-Key': crypto.randomUUID() } };
const { data: made } = answered(await office.POST('/admin/News', { params: twice, body: news }));
const { data: again } = answered(await office.POST('/admin/News', { params: twice, body: news }));

const path = { id: made.id };
const changed = { ...news, title: 'ভর্তি শেষ', updated_at: made.updated_at };
const { data: newer } = answered(await office.PUT('/admin/News/{id}', { params: { path }, body: changed }));
const stale = await office.PUT('/admin/News/{id}', { params: { path }, body: { ...changed, title: 'ভর্তি স্থগিত' } });
const refused = await office.POST('/admin/News', { body: { ...news, title: '' } });
const shown = answered(await site.GET('/api/get-single-news/{id}', { params: { path } }));
const page = answered(await site.GET('/api/get-news', { params: { query: { page: 1 } } }));

const person = { name: 'Abdul Karim', institute_name: 'Shapla', number: '01712345678', email: 'head@shapla.example' };
const wrong = await site.POST('/api/store-contact-information', { params: guarded, body: { ...person, number: '7' } });
const asked = answered(await site.POST('/api/store-contact-information', { params: guarded, body: person }));
const query = { page: 1, per_page: 50, status: 'new', sort: 'newest', date_from: '2026-01-01' } as const;
const leads = answered(await office.GET('/admin/contact-requests', { params: { query } }));
const newest: components['schemas']['Lead'] | undefined = leads.data[0];
const second = answered(await office.GET('/admin/News', { params: { query: { page: 2, sort: '-date', status: 1 } } }));
const record: components['schemas']['NewsItem'] = made;
type Event = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
const event: Event = {
  type: 'content.removed',
  id: 'msg_1',
  timestamp: record.updated_at,
  data: { kind: 'news', id: record.id, title: record.title, path: '/', link: '/', was_public: true },
};

const own = answered(await office.GET('/api/v1/user'));
const account = await office.GET('/admin/account');

console.log(
  JSON.stringify({
    madeOnce: again.id === made.id,
    shownTitle: shown.title,
    newerThan: newer.updated_at > made.updated_at,
    inList: page.data.some(({ id }) => id === made.id),
    stale: [stale.response.status, stale.error && 'data' in stale.error && stale.error.data?.title],
    refused: refused.error && 'errors' in refused.error && Object.keys(refused.error.errors),
    wrong: wrong.error && 'errors' in wrong.error && wrong.error.errors.number,
    asked: asked.message,
    hasLead: leads.data.some((lead) => lead.id === asked.data.id) && newest?.status === 'new',
    secondPage: [second.current_page, second.data.length],
    event: event.type,
    role: own.role,
    account: [account.response.status, account.error?.message],
  }),
);

/** What was answered, or the end of the program. */
function answered<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data !== undefined) return data;
  throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
}
