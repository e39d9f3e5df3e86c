import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { judged } from './reference.ts';
import { type RunningServer, signIn } from './server.ts';
import type { Row } from './table.ts';

const leads = 10_000;
/** One session may send 100 calls at once. */
const rounds = 14;
const budget = 50;

const stages = ['New', 'Contacted', 'Demo given', 'Won', 'Lost'];
const kinds = ['উচ্চ বিদ্যালয়', 'মডেল কলেজ', 'কিন্ডারগার্টেন', 'আলিম মাদ্রাসা', 'কারিগরি ইনস্টিটিউট'];
const places = ['পদ্মা', 'মেঘনা', 'যমুনা', 'সুরমা', 'করতোয়া', 'রূপসা', 'তিস্তা', 'ধানসিঁড়ি', 'কপোতাক্ষ'];

export async function inboxOfMany({ url, dataDir }: RunningServer): Promise<Row[]> {
  const token = await signIn(url);
  const headers = { authorization: `Bearer ${token}` };
  await fillInbox(url, token, leads);
  makeRequests(dataDir);
  const list = await fetch(`${url}/admin/contact-requests?per_page=1`, { headers });
  const [lead] = ((await list.json()) as { data: { id: number }[] }).data;
  const queries = {
    'list, first page': '/admin/contact-requests?per_page=25',
    'list, last page by next step': `/admin/contact-requests?per_page=25&sort=next_step&page=${leads / 25}`,
    'list, one stage, what is overdue': '/admin/contact-requests?per_page=25&status=contacted&overdue=1',
    'search for a common word': `/admin/contact-requests?per_page=25&search=${encodeURIComponent('বিদ্যালয়')}`,
    'search for a number': '/admin/contact-requests?per_page=25&search=01710-009%20999',
    'search in Latin letters': '/admin/contact-requests?per_page=25&search=rupsa',
    board: '/admin/contact-requests/board',
    'calendar of a month': '/admin/contact-requests/calendar?month=2026-03',
    'figures of a year': '/admin/lead-figures?period=year',
    'one lead': `/admin/contact-requests/${lead?.id}`,
    'what can be written to one': `/admin/contact-requests/${lead?.id}/messages`,
    'figures of the dashboard': '/admin/dashboard-figures',
  };
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(queries)) {
    const what = `${leads.toLocaleString('en')} leads, the quickest of ${rounds}: ${name}`;
    rows.push(await judged(what, () => timesOf(url + path, headers), budget));
  }
  return rows;
}

async function timesOf(url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < rounds) {
    const begin = performance.now();
    const answer = await fetch(url, { headers });
    // Rate limit per session and minute.
    if (answer.status === 429) {
      await sleep(1_000 * Number(answer.headers.get('retry-after')));
      continue;
    }
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
  }
  return times;
}

/** Imported leads count in few reports, so this gives them an origin, a first call and a value. */
function makeRequests(dataDir: string): void {
  const store = new DatabaseSync(path.join(dataDir, 'prangon.sqlite'));
  store.exec(`update demo_requests set origin = 'requested', value = id * 10, utm_source = 'source ' || (id % 20),
    called_after = case when id % 3 = 0 then null else id % 5000 end`);
  store.close();
}

export async function fillInbox(url: string, token: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const lines = Array.from({ length: count }, (_, index) => {
    const institute = `${places[index % 9]} ${kinds[index % 5]} ${index}`;
    const number = `017${10_000_000 + index}`;
    const day = String(1 + (index % 28)).padStart(2, '0');
    return `নাম ${index},${institute},${number},lead${index}@example.com,${stages[index % 5]},Call again,2026-0${1 + (index % 9)}-${day}`;
  });
  for (let at = 0; at < count; at += 5_000) {
    const csv = ['Name,Institute,Number,Email,Stage,Next step,Next step on', ...lines.slice(at, at + 5_000)].join('\n');
    const body = JSON.stringify({ csv, dry_run: false });
    const answer = await fetch(`${url}/admin/contact-requests/import`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`The leads could not be imported: ${answer.status} ${await answer.text()}`);
  }
}
