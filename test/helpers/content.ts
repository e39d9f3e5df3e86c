import sharp from 'sharp';
import { abouts } from '#content/about/kind.server.ts';
import { emptyOpening } from '#content/clients/opening.ts';
import type { kindsOnServer } from '#content/kinds.server.ts';
import { news as allNews } from '#content/news/kind.server.ts';
import { videos } from '#content/videos/kind.server.ts';
import type { Picture } from '../../src/api/picture.ts';
import type { ListTable } from '../../src/cms/collections/listed-table.server.ts';
import type { TestApp } from './app.ts';

/** People who ask for a demo: one cast for all tests. */
export const rahim = {
  name: 'আব্দুর রহিম',
  institute_name: 'শাপলা উচ্চ বিদ্যালয়, কুমিল্লা',
  number: '০১৭১২৩৪৫৬৭৮',
  email: 'rahim@shapla.example',
};

export const salma = {
  name: 'সালমা খাতুন',
  institute_name: 'দোয়েল কিন্ডারগার্টেন, যশোর',
  number: '01812-345678',
  email: 'salma@doel.example',
};

/** One of as many visitors as a test needs, each with a number and an address of their own, at a host of their own. */
export function visitor(index: number): typeof rahim {
  return { ...rahim, number: `017${String(10_000_000 + index)}`, email: `sender${index}@school${index}.example` };
}

export const admissionNews = {
  date: '2026-12-05',
  short_title: 'ভর্তি',
  title: 'অনলাইন ভর্তির নতুন ব্যবস্থা',
  description: 'এখন থেকে মোবাইলেই ভর্তির আবেদন করা যাবে।',
  content: '<p>এখন থেকে <strong>মোবাইলেই</strong> ভর্তির আবেদন করা যাবে।</p>',
  image_key: null,
};

export const ourStory = {
  date: '2026-01-15',
  title: 'প্রাঙ্গণ যেভাবে শুরু',
  short_description: 'একটি স্কুলের খাতা থেকে।',
  description: 'এক প্রধান শিক্ষকের অনুরোধে প্রথম খাতাটি লেখা হয়েছিল।',
  content: '<p>এক প্রধান শিক্ষকের অনুরোধে।</p>',
  image_key: null,
};

export function publishNews(app: TestApp, news: Partial<Parameters<typeof allNews.add>[1]> = {}): Promise<number> {
  return app.changes.write(['news'], (transaction) => allNews.add(transaction, { ...admissionNews, ...news }));
}

export function publishAbout(app: TestApp, about: Partial<Parameters<typeof abouts.add>[1]> = {}): Promise<number> {
  return app.changes.write(['about'], (transaction) => abouts.add(transaction, { ...ourStory, ...about }));
}

/** `count` news, one a day; the last one is the newest. Answers their ids, oldest first. */
export async function publishManyNews(app: TestApp, count: number): Promise<number[]> {
  const ids: number[] = [];
  await app.changes.write(['news'], async (transaction) => {
    for (let day = 0; day < count; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      ids.push(await allNews.add(transaction, { ...admissionNews, date, title: `খবর ${day + 1}` }));
    }
  });
  return ids;
}

type Kind = keyof typeof kindsOnServer;

/** Sets the status of a record to Inactive, as staff do. */
export async function hide(app: TestApp, kind: Kind, id: number, table: ListTable = kind): Promise<void> {
  await app.changes.write([kind], (transaction) =>
    transaction.updateTable(table).set({ status: 0 }).where('id', '=', id).execute(),
  );
}

/** One of the sample's clients that have a story. */
export async function clientWithStory(app: TestApp): Promise<number> {
  const told = app.database.selectFrom('clients').select('id').where('story', '<>', '');
  return (await told.where('kind', '=', 'মাদ্রাসা').executeTakeFirstOrThrow()).id;
}

/** The ids of a kind in the order in which they were added. */
export async function idsOf(app: TestApp, table: ListTable): Promise<number[]> {
  const rows = await app.database.selectFrom(table).select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** A picture in the store, of 640 by 360 unless said otherwise. */
export async function addPicture(app: TestApp, width = 640, height = 360): Promise<Picture> {
  return app.pictures.add(await drawnPng(width, height));
}

export function drawnPng(width: number, height: number, colour = '#0d6b4f'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** A client of which nothing is known but its name. */
export const unknownClient = { ...emptyOpening, kind: '', district: '', story: '', image_key: null, sort_order: 1 };

/** The picture fields of a record without a picture. */
export const noPicture = {
  image: null,
  image_width: null,
  image_height: null,
  image_srcset: null,
  image_alt: null,
  image_focus: null,
};

/** Gives the sample's videos, whose addresses exist nowhere, such as films could have; nobody outside is asked. */
export async function linkVideosToFilms(app: TestApp): Promise<void> {
  await app.changes.write(['videos'], async (transaction) => {
    for (const { id } of await videos.all(transaction)) {
      const gallery_link = `https://www.youtube.com/watch?v=prangon00${id}A`;
      await transaction.updateTable('videos').set({ gallery_link }).where('id', '=', id).execute();
    }
  });
}
