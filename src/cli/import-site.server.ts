import { setTimeout as sleep } from 'node:timers/promises';
import { pictureSource } from '#api/picture.ts';
import { type CommandCall, UsageError, withStore } from '#backup/command.server.ts';
import { assertOwnFolder } from '#backup/fill.server.ts';
import { type AppContext, createContext } from '#cms/context.server.ts';
import { plainText } from '#cms/search/fold.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { guardedFetch } from '#integrations/call.server.ts';
import { adminCalls, calls, versionPaths } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { privateAddressMessage } from '#platform/outbound.server.ts';

/** In the order of the home page. */
const kinds = [
  'about',
  'statistics',
  'news',
  'features',
  'packages',
  'clients',
  'testimonials',
  'videos',
  'downloads',
  'faq',
] as const;

type Kind = (typeof kinds)[number];

/** A record as it was answered, or the form of one. */
type Row = Record<string, unknown>;

/** Reads the public calls of a site, and writes what is new there as staff would. */
export async function importSite({ env, words: [typed = ''], options, progress }: CommandCall) {
  const url = URL.parse(typed);
  if (!url?.protocol.startsWith('http')) throw new UsageError('Say where the site is, as https://old.example.');
  return withStore(env, async ({ settings }) => {
    assertOwnFolder(settings.dataDir);
    const context = await createContext({ ...settings, logLevel: 'silent', hosts: null });
    // Waiting for a picture's decoder doesn't keep the process alive.
    const timer = setInterval(() => undefined, 60_000);
    try {
      const office = await openOffice(context, new URL('./', url));
      const { attempt, imported, problems } = office;
      const { take, listOf } = createTaker(office, options.publish === true);
      const before = imported.size;
      for (const kind of kinds) {
        const rows = await listOf(kind);
        progress.begin(kind, rows.length);
        for (const [address, row] of rows) {
          await attempt(address, take(kind, row, address));
          progress.add();
        }
      }
      const added = imported.size - before;
      const text = [`${added} records are new here, ${before} were here already.`, ...problems].join('\n');
      return { facts: { added, problems: [...problems] }, text, failed: problems.size > 0 };
    } finally {
      clearInterval(timer);
      await context.http.close();
    }
  });
}

function createTaker(office: Office, isPublic: boolean) {
  const { base, attempt, create, named } = office;
  const site = openOldSite(base);
  const formOf = createFormReader(office, site.read, isPublic);
  return { take, listOf };

  /** By address, the oldest first: where staff arrange nothing, the newest record stands first. */
  async function listOf(kind: Kind) {
    const list = `${base}${calls[kind].slice(1)}`;
    const rows = new Map<string, Row>();
    // A site that knows no pages answers the same again.
    for (let page = 1, known = -1; rows.size > known && page <= 1_000; page++) {
      known = rows.size;
      for (const row of (await attempt(list, site.rows(`${calls[kind]}?page=${page}`))) ?? [])
        rows.set(`${list}#${row.id ?? row.package_category ?? Object.values(row)}`, row);
    }
    return kind === 'packages' ? [...rows] : [...rows].toReversed();
  }

  async function take(kind: Kind, row: Row, address: string) {
    if (kind === 'features') return takeFeature(row, address);
    if (kind === 'packages') return takePackages(row, address);
    return create(adminCalls[kind], address, async () => {
      const [whole] =
        kind === 'news' || kind === 'about' ? await site.rows(calls[`${kind}Details`].replace(':id', `${row.id}`)) : [];
      return formOf({ ...row, ...whole }, address);
    });
  }

  async function takePackages({ package_category, data }: Row, address: string) {
    const { packageCategories, packageCategoriesToChoose } = adminCalls;
    const selectedCategory = await named(packageCategories, packageCategoriesToChoose, { name: package_category });
    for (const row of rowsOf(data)) {
      const place = `${address}/${row.id ?? row.package_name}`;
      await attempt(
        place,
        create(adminCalls.packages, place, async () => ({ ...(await formOf(row, place)), selectedCategory })),
      );
    }
  }

  async function takeFeature(row: Row, address: string) {
    const categories = new Map<number, Row[]>();
    for (const { name, subTabs } of await site.rows(calls.featureDetails.replace(':id', `${row.id}`)))
      categories.set(
        await named(adminCalls.featureCategories, adminCalls.categoriesToChoose, { category_name: name }),
        rowsOf(subTabs),
      );
    const SingleFeature = await create(adminCalls.features, address, async () => ({
      ...(await formOf(row, address)),
      selectedCategory: [...categories.keys()],
    }));
    for (const [singleCategory, tabs] of categories)
      for (const tab of tabs) {
        const place = `${address}/${tab.id ?? tab.name}`;
        const form = async () => {
          const choices = adminCalls.subCategoriesToChoose.replace(':id', `${singleCategory}`);
          const sub = { sub_category_name: tab.name, selectedCategory: singleCategory };
          const selectedSubCategory = await named(adminCalls.featureSubCategories, choices, sub);
          const ids = { SingleFeature, singleCategory, selectedSubCategory, updated_at: 'none', status: 1 };
          return { ...(await formOf(tab, place)), ...ids };
        };
        await attempt(place, create(adminCalls.storeFeatureContent, place, form));
      }
  }
}

function createFormReader({ attempt, call, pictures }: Office, read: OldSite['read'], isPublic: boolean) {
  return formOf;

  async function formOf(row: Row, address: string) {
    const form: Row = {};
    for (const [field, value] of Object.entries(row))
      form[field] = typeof value === 'string' ? await cleaned(field, value, address) : value;
    return { ...form, status: isPublic && Number(row.status ?? 1) !== 0 };
  }

  async function cleaned(field: string, text: string, address: string) {
    if (field === 'image' && !text.startsWith('data:')) return text && picture(text, address);
    if (field === 'file_url') return (await attempt(address, storeFile(text))) ?? text;
    if (field === 'date') return /^.{4}-.{2}-.{2}/.exec(text)?.[0];
    if (!/<\w/.test(text)) return text;
    return /content|answer/.test(field) ? withPictures(text, address) : plainText(text);
  }

  async function picture(link: string, address: string) {
    return attempt(
      address,
      read(link)
        .then((bytes) => pictures.add(bytes))
        .then(pictureSource),
    );
  }

  async function withPictures(html: string, address: string) {
    let result = html;
    for (const [whole, start = '', link = ''] of html.matchAll(/(<img\b[^<>]*?\ssrc=["'])(?!data:)([^"'<>]+)/gi)) {
      const source = await picture(link.replaceAll('&amp;', '&'), address);
      result = result.replaceAll(whole, () => start + source);
    }
    return result;
  }

  async function storeFile(link: string) {
    const form = new FormData();
    const name = decodeURIComponent(link.replace(/\?.*|.*\//g, ''));
    form.set('file', new Blob([await read(link)]), name);
    return (await call(adminCalls.uploads, form)).data.file_url;
  }
}

/** Calls the back office for content in this process, without a port and for nobody else, in the name of the other site. */
async function openOffice(context: AppContext, base: URL) {
  const { http, database, pictures } = context;
  let requestId = '';
  http.decorateRequest('staff');
  http.addHook('onRequest', async (request) => {
    Object.assign(request, { id: requestId, staff: { user: { id: 0, name: base.host, email: 'import-site' } } });
  });
  for (const { staffCalls } of allKindsOnServer) await staffCalls(context, http as StaffScope);
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
  async function create(url: string, address: string, formOf: () => Promise<Row>) {
    const source = encodeURI(address);
    const known = imported.get(source);
    if (known) return known;
    const form = await formOf();
    requestId = source;
    const { data } = await call(form.status ? url : versionPaths.newDraft(url), form);
    imported.set(source, data.id);
    return data.id;
  }

  /** Finds or creates the group, which is seen with public records only. */
  async function named(url: string, choices: string, form: Row) {
    const [field = ''] = Object.keys(form);
    const same = (await call(choices)).find((choice: Row) => choice[field] === form[field]);
    return same?.id ?? create(url, `${base}#${url}/${form[field]}`, async () => ({ ...form, status: 1 }));
  }

  /** Notes what can't be read, or isn't taken. A site may have no about text, and no call for questions. */
  function attempt<Result>(address: string, work: Promise<Result>) {
    return work.catch((error) => {
      if (error.status >= 500) throw error;
      if (error.status !== 404 || !/(about|faq)$/.test(address)) problems.add(`${address}: ${error.message}`);
    });
  }

  return { base, call, create, named, attempt, imported, problems, pictures };
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Reads a site whose own host may be anywhere; what it links to elsewhere must be public, and speak https. */
export function openOldSite(base: URL, limits = { time: 60_000, bytes: 50 * 2 ** 20 }) {
  let hasAnswered = false;

  /**
   * @param waits milliseconds before each further try
   * @throws {HttpError} 404, 424 for any other reason, 502 while nothing has answered yet
   */
  async function read(link: string, [wait, ...waits]: number[] = [500, 2_000]): Promise<Buffer<ArrayBuffer>> {
    const url = URL.parse(link.replace(/^http:/, base.protocol), base)?.href ?? link;
    const call = {
      url,
      rules: { local: false, outboundPrivate: [] },
      trustedHost: base.host,
      encoding: 'latin1',
    } as const;
    const { status, answer, error } = await guardedFetch(call, limits);
    hasAnswered ||= status !== null;
    if (answer !== null) return Buffer.from(answer, 'latin1');
    if (!wait || (status ?? 500) < 500 || error === privateAddressMessage)
      throw new HttpError(status === 404 ? 404 : hasAnswered ? 424 : 502, `${url}: ${error}`);
    await sleep(wait);
    return read(link, waits);
  }

  /** The records of a list, of a page of one, or the one. */
  const rows = async (call: string) => rowsOf(JSON.parse((await read(`.${call}`)).toString()));

  return { read, rows };
}

type OldSite = ReturnType<typeof openOldSite>;

/** Bare, in `data`, or by key as groups are, and as PHP writes a list with gaps. */
function rowsOf(body: unknown): Row[] {
  if (Array.isArray(body)) return body.filter((row) => row instanceof Object);
  if (!(body instanceof Object)) return [];
  if ('data' in body) return rowsOf(body.data);
  return 'title' in body ? [{ ...body }] : rowsOf(Object.values(body));
}
