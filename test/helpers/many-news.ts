import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { searchText } from '#cms/collections/listed-table.server.ts';

/** A store as the server is told of it. */
export interface Store {
  dataDir: string;
  databaseUrl: string | null;
}

const words =
  'হাজিরা বেতন ফলাফল ভর্তি রুটিন নোটিশ পরীক্ষা শিক্ষার্থী শিক্ষক অভিভাবক প্রশিক্ষণ কর্মশালা লাইব্রেরি বই খাতা মাদ্রাসা কলেজ স্কুল প্রতিষ্ঠান সফটওয়্যার মোবাইল বার্তা আবেদন তালিকা হিসাব রসিদ মাস বছর দিন সকাল বিকেল নতুন পুরোনো সহজ দ্রুত নিরাপদ ঢাকা খুলনা যশোর বরিশাল'.split(
    ' ',
  );

/** In every piece of news, in half of them, and in five of a hundred thousand. */
export const wordOf = { all: 'বিদ্যালয়', half: 'সমাবেশ', rare: 'নক্ষত্রমেলা' } as const;

/**
 * Adds news with numbers from `from` up to `to` past the server, which is stopped meanwhile.
 */
export async function addNews({ dataDir, databaseUrl }: Store, from: number, to: number): Promise<void> {
  const insert = databaseUrl ? await intoPostgres(databaseUrl) : intoSqlite(path.join(dataDir, 'prangon.sqlite'));
  for (let first = from; first < to; first += 2_000) {
    await insert.rows(Array.from({ length: Math.min(2_000, to - first) }, (_, index) => newsNumber(first + index)));
  }
  await insert.end();
}

type Row = ReturnType<typeof newsNumber>;

function newsNumber(number: number) {
  const word = (step: number) => words[(number * 7 + step * step * 13 + step) % words.length];
  const text = (from: number, count: number) => Array.from({ length: count }, (_, step) => word(from + step)).join(' ');
  const rare = number % 20_000 === 77 ? ` ${wordOf.rare}` : '';
  const half = number % 2 === 0 ? ` ${wordOf.half}` : '';
  const title = `${wordOf.all} ${text(0, 3)} ${number}${half}${rare}`;
  const description = text(3, 12);
  return {
    date: new Date(Date.UTC(2000, 0, 1 + (number % 9_800))).toISOString().slice(0, 10),
    short_title: text(15, 2),
    title,
    description,
    content: `<p>${text(17, 30)}</p><p>${text(47, 30)}</p>`,
    status: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    search_text: searchText(text(15, 2), title, description),
  };
}

const columns = 'date, short_title, title, description, content, status, created_at, updated_at, search_text';

function intoSqlite(file: string) {
  const database = new DatabaseSync(file);
  database.exec('begin');
  const insert = database.prepare(`insert into news (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return {
    rows: async (rows: Row[]) => {
      for (const row of rows) insert.run(...Object.values(row));
    },
    end: async () => {
      database.exec('commit');
      database.close();
    },
  };
}

async function intoPostgres(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    rows: async (rows: Row[]) => {
      await client.query(
        `insert into news (${columns}) select ${columns} from json_populate_recordset(null::news, $1)`,
        [JSON.stringify(rows)],
      );
    },
    end: async () => {
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}
