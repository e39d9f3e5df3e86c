import { pictureSource } from '#api/picture.ts';
import { createContext } from '#cms/context.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { type CommandCall, UsageError } from '../command.server.ts';
import { withStore } from '../open-store.server.ts';
import { assertOwnFolder } from '../portable/fill.server.ts';
import { type Office, openOffice } from './office.server.ts';
import { type OldSite, openOldSite, type Row, rowsOf } from './old-site.server.ts';

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
      const form = async () => ({ ...(await formOf(row, place)), selectedCategory });
      await attempt(place, create(adminCalls.packages, place, form));
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

function createFormReader({ attempt, call, addPicture }: Office, read: OldSite['read'], isPublic: boolean) {
  return formOf;

  async function formOf(row: Row, address: string) {
    const form: Row = {};
    for (const [field, value] of Object.entries(row))
      form[field] = typeof value === 'string' ? await cleaned(field, value, address) : value;
    return { ...form, status: isPublic && Number(row.status ?? 1) !== 0 };
  }

  async function cleaned(field: string, text: string, address: string) {
    if (field === 'image') return text && picture(text, address);
    if (field === 'file_url') return (await attempt(address, storeFile(text))) ?? text;
    if (field === 'date') return /^.{4}-.{2}-.{2}/.exec(text)?.[0];
    if (!/<\w/.test(text)) return text;
    return /content|answer/.test(field) ? withPictures(text, address) : plainText(text);
  }

  async function picture(link: string, address: string) {
    return attempt(address, read(link).then(addPicture).then(pictureSource));
  }

  async function withPictures(html: string, address: string) {
    let result = html;
    for (const [whole, start = '', link = ''] of html.matchAll(/(<img\b[^<>]*?\ssrc=["'])([^"'<>]+)/gi))
      result = result.replaceAll(whole, start + (await picture(link.replaceAll('&amp;', '&'), address)));
    return result;
  }

  async function storeFile(link: string) {
    const form = new FormData();
    const name = decodeURIComponent(link.replace(/\?.*|.*\//g, ''));
    form.set('file', new Blob([await read(link)]), name);
    return (await call(adminCalls.uploads, form)).data.file_url;
  }
}
