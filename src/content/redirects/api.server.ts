import * as z from 'zod/mini';
import { latinDigits } from '#api/text.ts';
import { dataSchema } from '#cms/collections/answers.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { listApi, listMessages } from '#cms/kind.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { MissingPage } from '#platform/http/error-answers.server.ts';
import { redactPath } from '#platform/metrics/log.server.ts';
import { encodeTarget, normalisePath, withoutPunctuation } from './addresses.ts';
import {
  allRedirects,
  countHits,
  countMissed,
  deleteMissed,
  type MissedPathCount,
  missedPathSchema,
  missedPaths,
  redirectConflict,
  redirectRecordSchema,
  redirectRecords,
  redirectShapes,
  redirects,
  redirectsKind,
} from './data.server.ts';
/** The redirects list, and the paths that answered 404. */
export const redirectsModule = {
  staffRoutes: { settings: redirectsApi },
  cleanups: ({ database }: AppContext) => [{ name: 'redirects', run: () => emptyTrash(database, 'redirects') }],
} satisfies Module;

async function redirectsApi(context: AppContext, scope: StaffScope): Promise<void> {
  const { database } = context;
  const redirects = new Redirects(context);

  scope.get(
    adminCalls.redirectsMissed,
    {
      schema: {
        summary: 'List unknown addresses',
        response: { 200: dataSchema(z.array(missedPathSchema)) },
      },
    },
    async () => {
      await redirects.flush();
      return { data: await missedPaths(database) };
    },
  );
  await scope.register(async (inner) => {
    // Before any transaction, because the injected request reads the database too.
    inner.addHook('preHandler', async ({ body }) => {
      const from = (body as { from_path?: unknown } | null | undefined)?.from_path;
      if (typeof from === 'string') await assertPathUnused(context, redirects, from);
    });
    redirectCalls(context, inner as StaffScope);
  });
}

function redirectCalls(context: AppContext, scope: StaffScope): void {
  const ownOrigin = context.settings.publicUrl;
  const findConflict = async (
    transaction: Database,
    input: Parameters<typeof redirectConflict>[0],
    id: number | null,
  ) => redirectConflict(input, id, await allRedirects(transaction));
  const toLocalTarget = (address: string) =>
    address.startsWith(`${ownOrigin}/`) ? (encodeTarget(address.slice(ownOrigin.length)) ?? address) : address;
  listApi(context, scope, {
    ...redirects,
    path: adminCalls.redirects,
    shows: [redirectsKind],
    messages: listMessages('Redirect'),
    sorted: ['from_path', 'to_address'],
    onWire: redirectRecordSchema,
    form: redirectShapes.form,
    read: redirectRecords,
    columns: (input) =>
      ({
        ...redirects.columns(input),
        to_address: toLocalTarget(input.to_address),
      }) satisfies WrittenColumns<'redirects'>,
    check: async (transaction, { from_path, to_address }, id) => {
      const fault = await findConflict(transaction, { from_path, to_address: toLocalTarget(to_address) }, id);
      if (fault) throw invalid({ [fault.field]: [fault.message] });
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await redirects.read(transaction, [id]);
      const fault = record && (await findConflict(transaction, record, id));
      if (fault) throw new HttpError(409, fault.message);
    },
    saveRelations: (transaction, _id, { from_path }) => deleteMissed(transaction, from_path),
  });
}

/** @throws {HttpError} 422 for the path of an existing page: pages take precedence over redirects */
async function assertPathUnused({ http }: AppContext, redirects: Redirects, from: string): Promise<void> {
  if (isReservedPath(from)) throw invalid({ from_path: ['This path belongs to the product itself.'] });
  if (await redirects.has(from)) return;
  const url = from.split('/').map(encodeURIComponent).join('/');
  const { statusCode } = await http.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  redirects.uncount(from);
  if (statusCode < 400) throw invalid({ from_path: ['There is a page at this path. Hide or delete that one first.'] });
}

/** Flush interval of the counts in milliseconds, and how many unknown paths are buffered until then. */
const flushEvery = 10_000;
const maxBuffered = 200;

/**
 * Follows redirects and removes trailing slashes. Runs only where no route matches, so no redirect ever hides a page.
 * Redirects are held in memory; counts are flushed periodically, never during a request.
 */
class Redirects {
  readonly #context: AppContext;
  #byPath = new Map<string, { id: number; to_address: string }>();
  /** The latest load; null until a redirect is looked up. */
  #loaded: Promise<void> | null = null;
  #hits = new Map<number, number>();
  #missed = new Map<string, MissedPathCount>();
  #flushed = Promise.resolve();

  constructor(context: AppContext) {
    this.#context = context;
    const { http, changes } = context;
    http.redirects.find = (missing) => this.#find(missing);
    const timer = setInterval(() => void this.flush(), flushEvery).unref();
    http.addHook('preClose', async () => {
      clearInterval(timer);
      await this.flush();
    });
    changes.onChange((kinds) => {
      if (kinds.includes(redirectsKind)) void this.#load();
    });
  }

  async #find({ url, referrer, isPage }: MissingPage): Promise<string | null> {
    const path = normalisePath(url);
    if (path === null || isReservedPath(path)) return null;
    await (this.#loaded ?? this.#load());
    const plain = withoutPunctuation(path);
    const redirect = this.#byPath.get(path) ?? this.#byPath.get(plain);
    if (redirect) {
      this.#hits.set(redirect.id, (this.#hits.get(redirect.id) ?? 0) + 1);
      return redirect.to_address;
    }
    const { methodsOf } = this.#context.http;
    const page = encodeURI(latinDigits(plain));
    const [asked = '', query = ''] = url.split(/(?=\?)/);
    const isOther = page !== asked && !/^\/\/|\/\/$/.test(asked) && !isReservedPath(page);
    if (isOther && methodsOf(page).includes('GET')) return page + query;
    if (isPage && isWorthStoring(path) && !(isUnnormalised(url) && methodsOf(path).includes('GET')))
      this.#recordMissed(path, hostOf(referrer));
    return null;
  }

  /** One after the other: two transactions at once would each keep as many unknown paths as are allowed in all. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write());
    return this.#flushed;
  }

  async #write(): Promise<void> {
    const [hits, missed] = [this.#hits, [...this.#missed.values()]];
    this.#hits = new Map();
    this.#missed = new Map();
    const { database, log } = this.#context;
    try {
      if (hits.size > 0) await countHits(database, hits, new Date().toISOString());
      if (missed.length > 0) await countMissed(database, missed);
    } catch (error) {
      log.debug({ event: 'detours_uncounted', reason: (error as Error).message });
    }
  }

  async has(path: string): Promise<boolean> {
    await (this.#loaded ?? this.#load());
    return this.#byPath.has(path);
  }

  /** Uncounts our own probe of a path. */
  uncount(path: string): void {
    this.#missed.delete(path);
  }

  /** One after the other: of two at once an older one could come last. */
  #load(): Promise<void> {
    this.#loaded = (this.#loaded ?? Promise.resolve()).then(() => this.#read());
    return this.#loaded;
  }

  async #read(): Promise<void> {
    try {
      const rows = await allRedirects(this.#context.database);
      const active = rows.filter(({ status }) => status === 1);
      this.#byPath = new Map(active.map((redirect) => [redirect.from_path, redirect]));
    } catch (error) {
      this.#context.log.warn({ event: 'redirects_unknown', reason: (error as Error).message });
      setTimeout(() => void this.#load(), flushEvery).unref();
    }
  }

  #recordMissed(path: string, referrer: string): void {
    const counted = this.#missed.get(path);
    if (!counted && this.#missed.size >= maxBuffered) return;
    this.#missed.set(path, {
      path,
      count: (counted?.count ?? 0) + 1,
      last_at: new Date().toISOString(),
      referrer: referrer || (counted?.referrer ?? ''),
    });
  }
}

/** Paths of the application, which can't be redirected. */
function isReservedPath(path: string): boolean {
  return /^\/(?:admin|api|assets|media|files)(?:\/|$)/.test(path);
}

/** The raw URL differs from its normalised path, which may exist. */
function isUnnormalised(url: string): boolean {
  return /\/{2}|.\/$|%2f/i.test(url.replace(/[?#].*$/s, ''));
}

/** Skips typical bot requests, and paths that contain secrets or personal data. */
function isWorthStoring(path: string): boolean {
  const parts = path.split('/').slice(1);
  return (
    path.length <= 200 &&
    !/\.(?:php\d?|aspx?|jspx?|cgi|pl|env|ini|ya?ml|sql|bak|old|log|zip|gz|tgz|rar|7z|tar|map|js|css|xml|json|txt|ico)$/i.test(
      path,
    ) &&
    !/^\/(?:wp-|wordpress|cgi-bin|phpmyadmin|vendor|boaform|hnap1|actuator|owa|autodiscover|telescope|solr)/i.test(
      path,
    ) &&
    !parts.some((part) => part.startsWith('.') || /^apple-touch-icon/.test(part)) &&
    !/[<>{}"'`|^;$]/.test(path) &&
    redactPath(path) === path
  );
}

/** Only the host of the referrer is stored. */
function hostOf(address: string | undefined): string {
  if (!address || !URL.canParse(address)) return '';
  const { hostname } = new URL(address);
  return /^[\w.-]{1,100}$/.test(hostname) ? hostname : '';
}
