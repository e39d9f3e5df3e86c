import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#cms/context.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { versionPaths } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { Row } from './old-site.server.ts';

/** Milliseconds between calls: the server takes 50 a second from one network. */
const pace = 20;

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** Calls the back office for content in this process, without a port and for nobody else, in the name of the other site. */
export async function openOffice(context: AppContext, base: URL) {
  const { http, database } = context;
  const imported = await importedFrom(database, base);
  const problems = new Set<string>();
  let requestId = '';
  http.decorateRequest('staff');
  http.addHook('onRequest', async (request) => {
    Object.assign(request, { id: requestId, staff: { user: { id: 0, name: base.host, email: 'import-site' } } });
  });
  for (const { staffCalls } of allKindsOnServer) await staffCalls(context, http);

  /** @throws {HttpError} as it was answered */
  async function call(url: string, payload?: object, source = '') {
    requestId = source;
    await sleep(pace);
    const { statusCode, body } = await http.inject(payload ? { method: 'POST', url, payload } : { url });
    const answer = JSON.parse(body);
    if (statusCode < 400) return answer;
    throw new HttpError(statusCode, Object.values(answer.errors ?? {}).join(' ') || answer.message);
  }

  /** Returns the id, also of what was imported before. What is refused may still be a draft. */
  async function create(to: string, source: string, form: Row, hasDrafts?: boolean): Promise<number> {
    const known = imported.get(source);
    if (known) return known;
    const draft = versionPaths.newDraft(to);
    const { data } = await call(hasDrafts && !form.status ? draft : to, form, source).catch((error) => {
      if (!hasDrafts) throw error;
      problems.add(`${source}: It is kept as a draft. ${error.message}`);
      return call(draft, form, source);
    });
    imported.set(source, data.id);
    return data.id;
  }

  /** What groups records: one of the same name, or else a new one. It is public, but seen with public records only. */
  async function named(to: string, choices: string, form: Row): Promise<number> {
    const [[field = '', name] = []] = Object.entries(form);
    const all: Row[] = await call(choices);
    const same = all.find((choice) => choice[field] === name);
    return Number(same?.id) || create(to, `${base}#${encodeURIComponent(`${to}/${name}`)}`, form);
  }

  /** Notes what can't be read, or isn't taken. */
  async function attempt<Result>(address: string, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      problems.add(`${address}: ${error.message}`);
      return null;
    }
  }

  return { call, create, named, attempt, imported, problems, pictures: context.pictures };
}

/**
 * Ids by address there. It is the request of the event of the record's creation: both are written in one transaction, so
 * a kill leaves none without the other, and events are never deleted.
 */
async function importedFrom(database: Database, base: URL): Promise<Map<string, number | null>> {
  const events = await database
    .selectFrom('audit_events')
    .select(['request_id', 'record_id'])
    .where('action', '=', 'create')
    .where('request_id', 'like', `${base}%`)
    .execute();
  return new Map(events.map((event) => [event.request_id, event.record_id]));
}
