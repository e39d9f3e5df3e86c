import { createHash } from 'node:crypto';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import type { Stage } from '../../src/leads/lead/strings.ts';
import type { Database } from '../../src/platform/database/open.server.ts';
import { admissionNews, rahim } from './content.ts';
import { dataUrl } from './office.ts';
import type { Answer } from './requests.ts';

/** Sends a call, and answers only what was acknowledged. */
export type Send = (method: 'GET' | 'POST' | 'PUT', path: string, body: unknown) => Promise<Answer>;

/**
 * Writes that follow each other. A step may be sent again, as nobody knows what became of one that was not answered;
 * so a store has at least those that are done, and at most those that were sent.
 */
export interface Story {
  what: StoryKind;
  /** Tells its traces from those of all others. */
  name: string;
  steps: ((send: Send) => Promise<unknown>)[];
  done: number;
  sent: number;
  /** How many of its steps a store has. */
  stored: (traces: Traces) => number | 'half' | 'twice';
}

const kinds = { request, news, upload, leads, list };
export type StoryKind = keyof typeof kinds;
export const storyKinds = Object.keys(kinds) as StoryKind[];

export function newStory(what: StoryKind, index: number): Story {
  const name = `${what}${String(index).padStart(6, '0')}`;
  return { what, name, done: 0, sent: 0, ...kinds[what](name, index) };
}

type Told = Pick<Story, 'steps' | 'stored'>;

const idOf = (answer: Answer) => answer.json<{ data: { id: number } }>().data.id;

/** Of a domain each, as schools have. */
export function emailOf(name: string): string {
  return `head@${name}.example`;
}

/** A visitor asks for a demo, and is mailed once; beyond what is usual in an hour staff are to decide about the mail. */
function request(name: string, index: number): Told {
  const email = emailOf(name);
  const body = { ...rahim, number: `017${String(10_000_000 + index)}`, email };
  return {
    steps: [(send) => send('POST', calls.demoRequest, body)],
    stored: ({ requests, received, mails }) => {
      const rows = requests.get(email) ?? [];
      const [row] = rows;
      const mailed = (mails.get(email)?.length ?? 0) + (row?.access_mail === 'held' ? 1 : 0);
      const of = row ? [received.get(row.id)?.length ?? 0, mailed] : [0, 0];
      if (rows.length > 1 || Math.max(...of) > 1) return 'twice';
      return Math.min(...of) < rows.length ? 'half' : rows.length;
    },
  };
}

/** News with a picture of its own, edited twice. */
function news(name: string, index: number): Told {
  const colour = `#${((index * 7_919) % 0xffffff).toString(16).padStart(6, '0')}`;
  let id = 0;
  const form = async (edition: number) => ({
    ...admissionNews,
    short_title: name,
    title: `${name} ${edition}`,
    image: await dataUrl(170, 100 + (edition % 3), colour),
  });
  const edit = (edition: number) => async (send: Send) => send('PUT', `${adminCalls.news}/${id}`, await form(edition));
  const create = async (send: Send) => {
    id = idOf(await send('POST', adminCalls.news, await form(1)));
  };
  return {
    steps: [create, edit(2), edit(3)],
    stored: ({ news: all }) => {
      const rows = all.get(name) ?? [];
      return rows.length > 1 ? 'twice' : Number(rows[0]?.title.split(' ')[1] ?? 0);
    },
  };
}

/** A file of up to 3 MB, then the record that names it. */
function upload(name: string, index: number): Told {
  const file_name = `${name}.pdf`;
  const size = 20_000 + ((index * 7_919) % 3_000) * 1_000;
  let file_url = '';
  return {
    steps: [
      async (send) => {
        const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, sha256(name)), pdfEnd]);
        const body = new FormData();
        body.append('file', new Blob([bytes], { type: 'application/pdf' }), file_name);
        const answer = await send('POST', adminCalls.uploads, body);
        file_url = answer.json<{ data: { file_url: string } }>().data.file_url;
      },
      (send) => send('POST', adminCalls.downloads, { title: name, file_url }),
    ],
    stored: ({ files, downloads }) => {
      const [kept = [], named = []] = [files.get(file_name), downloads.get(name)];
      return kept.length > 1 || named.length > 1 ? 'twice' : kept.length + named.length;
    },
  };
}

const pdfEnd = Buffer.from('\n%%EOF\n');
const stages: Stage[] = ['new', 'contacted', 'demo_given'];
const ofAnImport = 25;

/** An import of leads, all of which are then moved to the next stage, and to the one after it. */
function leads(name: string, index: number): Told {
  const rows = Array.from({ length: ofAnImport }, (_, row) => {
    const number = `018${String(10_000_000 + index * ofAnImport + row)}`;
    return `সালমা ${row},${name},${number},head${row}@${name}.example`;
  });
  const csv = `Name,Institute,Phone,Email\n${rows.join('\n')}\n`;
  const move = (status: string) => async (send: Send) => {
    const found = await send('GET', `${leadCalls.list}?search=${name}&per_page=100`, undefined);
    const ids = found.json<{ data: { id: number }[] }>().data.map(({ id }) => id);
    await send('POST', leadCalls.bulk, { ids, action: 'stage', status });
  };
  return {
    steps: [(send) => send('POST', leadCalls.import, { csv, dry_run: false }), move('contacted'), move('demo_given')],
    stored: ({ institutes, moved }) => {
      const all = institutes.get(name) ?? [];
      if (!all[0]) return 0;
      const at = stages.indexOf(all[0].stage);
      const moves = all.map(({ id }) => moved.get(id)?.length ?? 0);
      if (all.length > ofAnImport || Math.max(...moves) > at) return 'twice';
      const alike = all.every(({ stage }) => stage === stages[at]) && moves.every((count) => count === at);
      return all.length === ofAnImport && alike ? 1 + at : 'half';
    },
  };
}

/** Three records of a list that staff arrange, in two orders after each other. */
function list(name: string): Told {
  const ids: Record<string, number> = {};
  const create = (letter: string) => async (send: Send) => {
    const form = { question: `${name} ${letter}`, answer: '<p>মোবাইলের ডেটাতেও চলে।</p>' };
    ids[letter] = idOf(await send('POST', adminCalls.faq, form));
  };
  const arrange = (order: string) => (send: Send) =>
    send('PUT', `${adminCalls.faq}/order`, { ids: [...order].map((letter) => ids[letter]) });
  return {
    steps: [create('a'), create('b'), create('c'), arrange('abc'), arrange('bca')],
    stored: ({ lists }) => {
      const rows = lists.get(name) ?? [];
      const order = rows.map(({ title }) => title.split(' ')[1]).join('');
      if (new Set(order).size < order.length) return 'twice';
      // What is new stands first.
      const step = ['', 'a', 'ba', 'cba', 'abc', 'bca'].indexOf(order);
      return step === -1 ? 'half' : step;
    },
  };
}

/** What stories leave in a database, by their names. */
type Traces = Awaited<ReturnType<typeof readTraces>>;

export async function readTraces(database: Database) {
  const leadRows = await database
    .selectFrom('demo_requests')
    .select(['id', 'email', 'institute_name', 'stage', 'access_mail'])
    // A killed import leaves leads that nobody sees.
    .where('deleted_at', 'is', null)
    .execute();
  const events = await database.selectFrom('demo_request_events').select(['request_id', 'event']).execute();
  const ofEvent = (event: string) =>
    Map.groupBy(
      events.filter((row) => row.event === event),
      (row) => row.request_id,
    );
  const mails = await database.selectFrom('mails').select('recipient').where('kind', '=', 'demo_access').execute();
  const newsRows = await database.selectFrom('news').select(['short_title', 'title']).execute();
  const files = await database.selectFrom('files').select('name').execute();
  const downloads = await database.selectFrom('downloads').select('title').execute();
  const faq = database.selectFrom('faq').select('question as title');
  const lists = await faq.orderBy('sort_order').orderBy('id', 'desc').execute();
  return {
    requests: Map.groupBy(leadRows, (row) => row.email),
    institutes: Map.groupBy(leadRows, (row) => row.institute_name),
    received: ofEvent('received'),
    moved: ofEvent('stage_changed'),
    mails: Map.groupBy(mails, (row) => row.recipient),
    news: Map.groupBy(newsRows, (row) => row.short_title),
    files: Map.groupBy(files, (row) => row.name),
    downloads: Map.groupBy(downloads, (row) => row.title),
    lists: Map.groupBy(lists, (row) => row.title.split(' ')[0] ?? ''),
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
