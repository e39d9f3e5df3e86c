import path from 'node:path';
import querystring from 'node:querystring';
import { pictureSource } from '#api/picture.ts';
import { latinDigits } from '#api/text.ts';
import { createContext } from '#cms/context.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { type CommandCall, type ExitOutcome, UsageError } from '../command.server.ts';
import { withStore } from '../open-store.server.ts';
import { assertOwnFolder } from '../portable/fill.server.ts';
import type { Progress } from '../progress.server.ts';
import { type Office, openOffice } from './office.server.ts';
import { openOldSite, type Row, rowsOf } from './old-site.server.ts';

/** In the order of the home page: the call of the whole record, where the list has a part of it. These have drafts. */
const kinds = {
  about: calls.aboutDetails,
  statistics: '',
  news: calls.newsDetails,
  features: calls.featureDetails,
  packages: '',
  clients: '',
  testimonials: '',
  videos: '',
  downloads: '',
  faq: '',
};

type Kind = keyof typeof kinds;

const mostPages = 1_000;
const fileLimits = { time: 300_000, bytes: 50 * 2 ** 20 };

/** Reads the public calls of a site, and writes what is new there as staff would. */
export async function importSite({ env, words, options, progress }: CommandCall): Promise<ExitOutcome> {
  const url = URL.parse(words[0] ?? '');
  if (!url?.protocol.startsWith('http')) throw new UsageError('Say where the site is, as https://old.example.');
  return withStore(env, async ({ settings }) => {
    assertOwnFolder(settings.dataDir);
    const context = await createContext({ ...settings, logLevel: 'silent', hosts: null });
    // Waiting for a picture's decoder doesn't keep the process alive.
    const timer = setInterval(() => undefined, 60_000);
    try {
      const base = new URL('./', url);
      const office = await openOffice(context, base);
      return await importAll(office, importer(office, base, options.publish === true), progress);
    } finally {
      clearInterval(timer);
      await context.http.close();
    }
  });
}

async function importAll(
  { imported, problems, attempt }: Office,
  { listOf, take }: Importer,
  progress: Progress,
): Promise<ExitOutcome> {
  const before = imported.size;
  for (const kind of Object.keys(kinds) as Kind[]) {
    const rows = await listOf(kind);
    progress.begin(kind, rows.size);
    // The oldest first: where staff arrange nothing, the newest record stands first.
    for (const [address, row] of kind === 'packages' ? rows : [...rows].toReversed()) {
      await attempt(address, () => take(kind, row, address));
      progress.add();
    }
  }
  const added = imported.size - before;
  const text = [`${added} records are new here, ${before} were here already.`, ...problems].join('\n');
  return { facts: { added, problems: [...problems] }, text, failed: problems.size > 0 };
}

type Importer = ReturnType<typeof importer>;

function importer(office: Office, base: URL, isPublic: boolean) {
  const { attempt, call, create, named, imported, pictures } = office;
  const site = openOldSite(base);
  return { listOf, take };

  /** By address. A site that knows no pages answers the same again. */
  async function listOf(kind: Kind): Promise<Map<string, Row>> {
    const list = `${base}${calls[kind].slice(1)}`;
    const rows = new Map<string, Row>();
    for (let page = 1, before = -1; rows.size > before && page <= mostPages; page++) {
      before = rows.size;
      const found = await attempt(list, () => site.rows(`${calls[kind]}?page=${page}`));
      for (const row of found ?? [])
        rows.set(`${list}#${encodeURIComponent(String(row.id ?? row.package_category ?? Object.values(row)))}`, row);
    }
    return rows;
  }

  async function take(kind: Kind, row: Row, address: string): Promise<unknown> {
    if (kind === 'features') return takeFeature(row, address);
    if (kind === 'packages') return takePackages(row, address);
    if (imported.has(address)) return;
    const details = kinds[kind] && row.id ? await site.rows(kinds[kind].replace(':id', String(row.id))) : [];
    const form = await formOf({ ...row, ...details[0] }, address);
    return create(adminCalls[kind], address, form, kinds[kind] !== '');
  }

  async function takePackages({ package_category, data }: Row, address: string): Promise<void> {
    const choices = adminCalls.packageCategoriesToChoose;
    const selectedCategory = await named(adminCalls.packageCategories, choices, { name: String(package_category) });
    for (const row of rowsOf(data)) {
      const place = `${address}/${encodeURIComponent(String(row.id ?? row.package_name))}`;
      await attempt(place, async () =>
        create(adminCalls.packages, place, { ...(await formOf(row, place)), selectedCategory }),
      );
    }
  }

  async function takeFeature(row: Row, address: string): Promise<void> {
    const categories = new Map<number, Row[]>();
    for (const { name, subTabs } of await site.rows(kinds.features.replace(':id', String(row.id))))
      categories.set(
        await named(adminCalls.featureCategories, adminCalls.categoriesToChoose, { category_name: String(name) }),
        rowsOf(subTabs),
      );
    const form = { ...(await formOf(row, address)), selectedCategory: [...categories.keys()] };
    const SingleFeature = await create(adminCalls.features, address, form, true);
    for (const [singleCategory, tabs] of categories)
      for (const tab of tabs) {
        const place = `${address}/${encodeURIComponent(String(tab.id ?? tab.name))}`;
        await attempt(place, async () => {
          const choices = adminCalls.subCategoriesToChoose.replace(':id', String(singleCategory));
          const sub = { sub_category_name: String(tab.name), selectedCategory: singleCategory };
          const selectedSubCategory = await named(adminCalls.featureSubCategories, choices, sub);
          const ids = { SingleFeature, singleCategory, selectedSubCategory, updated_at: 'none', status: 1 };
          await create(adminCalls.storeFeatureContent, place, { ...(await formOf(tab, place)), ...ids });
        });
      }
  }

  async function formOf(row: Row, address: string): Promise<Row> {
    const form: Row = {};
    for (const [field, value] of Object.entries(row))
      if (/string|number/.test(typeof value)) form[field] = await cleaned(field, String(value), address);
    form.status = isPublic && !/^(0|false)$/.test(String(row.status)) ? 1 : 0;
    return form;
  }

  async function cleaned(field: string, text: string, address: string): Promise<string | null> {
    if (field === 'image') return text && picture(text, address);
    if (field === 'file_url') return (await attempt(address, () => storeFile(text))) ?? text;
    if (field === 'date') return /^\d{4}-\d\d-\d\d/.exec(latinDigits(text))?.[0] ?? '';
    if (!/<\w/.test(text)) return text;
    return /content|answer/.test(field) ? withPictures(text, address) : plainText(text);
  }

  function picture(link: string, address: string): Promise<string | null> {
    return attempt(address, async () => pictureSource(await pictures.add(await site.read(link))));
  }

  async function withPictures(html: string, address: string): Promise<string> {
    let result = html;
    for (const [whole, start = '', link = ''] of html.matchAll(/(<img\b[^<>]*?\ssrc=["'])([^"'<>]+)/gi)) {
      const stored = await picture(link.replaceAll('&amp;', '&'), address);
      result = result.replaceAll(whole, start + stored);
    }
    return result;
  }

  async function storeFile(link: string): Promise<string> {
    const form = new FormData();
    const [file = ''] = link.split('?');
    form.set('file', new Blob([await site.read(link, fileLimits)]), querystring.unescape(path.posix.basename(file)));
    return (await call(adminCalls.uploads, form)).data.file_url;
  }
}
