import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#cms/context.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { versionPaths } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { Row } from './old-site.server.ts';

/** Calls the back office for content in this process, without a port and for nobody else, in the name of the other site. */
export async function openOffice(context: AppContext, base: URL) {
  const { http, database } = context;
  let requestId = '';
  http.decorateRequest('staff');
  http.addHook('onRequest', async (request) => {
    Object.assign(request, { id: requestId, staff: { user: { id: 0, name: base.host, email: 'import-site' } } });
  });
  for (const { staffCalls } of allKindsOnServer) await staffCalls(context, http);
  // The event of a creation has the address there as its request: both are written in one transaction, and events stay.
  const events = await database
    .selectFrom('audit_events')
    .select(['request_id', 'record_id'])
    .where('request_id', 'like', `${base}%`)
    .execute();
  const imported = new Map(events.map((event) => [event.request_id, event.record_id]));
  const problems = new Set<string>();

  /** @throws {HttpError} as it was answered */
  async function call(url: string, payload?: object) {
    // The server takes 50 a second from one network.
    await sleep(20);
    const { statusCode, body } = await http.inject(payload ? { method: 'POST', url, payload } : { url });
    const answer = JSON.parse(body);
    if (statusCode < 400) return answer;
    throw new HttpError(statusCode, answer.message);
  }

  /** Returns the id, also of what was imported before. A hidden record is a draft where there are drafts. */
  async function create(url: string, address: string, formOf: () => Promise<Row>): Promise<number> {
    const source = encodeURI(address);
    const known = imported.get(source);
    if (known) return known;
    const form = await formOf();
    requestId = source;
    const { data } = await call(form.status ? url : versionPaths.newDraft(url), form);
    imported.set(source, data.id);
    return data.id;
  }

  /** What groups records, and is seen with public ones only: one that is called the same, or a new one. */
  async function named(url: string, choices: string, form: Row): Promise<number> {
    const [field = ''] = Object.keys(form);
    const same = (await call(choices)).find((choice: Row) => choice[field] === form[field]);
    return same?.id ?? create(url, `${base}#${url}/${form[field]}`, async () => ({ ...form, status: 1 }));
  }

  /** Notes what can't be read, or isn't taken. A site may lack the last two lists. */
  function attempt<Result>(address: string, work: Promise<Result>) {
    return work.catch((error) => {
      if (error.status >= 500) throw error;
      if (error.status !== 404 || !/(about|faq)$/.test(address)) problems.add(`${address}: ${error.message}`);
    });
  }

  const addPicture = (bytes: Buffer) => context.pictures.add(bytes);
  return { base, call, create, named, attempt, imported, problems, addPicture };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;
