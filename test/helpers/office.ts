import { adminCalls } from '#paths.ts';
import type { TestApp } from './app.ts';
import { drawnPng } from './content.ts';
import type { Answer } from './requests.ts';
import { hireStaff, sendAs, sessionOf } from './staff.ts';

export type Record = { id: number; updated_at: string } & { [field: string]: unknown };

/** The back office as somebody who is signed in uses it. */
export interface Office {
  userId: number;
  email: string;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
  put: (path: string, body: unknown) => Promise<Answer>;
  delete: (path: string) => Promise<Answer>;
  /** Creates a record and answers it. */
  made: (path: string, body: unknown) => Promise<Record>;
  /** The ids of a list, in its order. */
  ids: (path: string) => Promise<number[]>;
}

/** Several sessions in turn, each from a network of its own: a session and a network may send so much a second only. */
export async function openOffice(app: TestApp): Promise<Office> {
  const staff = await hireStaff(app);
  const tokens: string[] = [];
  for (let session = 0; session < 5; session++) tokens.push(await sessionOf(app, staff));
  let calls = 0;
  const send = (method: string, path: string, body?: unknown) => {
    const session = calls++ % tokens.length;
    return sendAs(app, tokens[session] ?? '', method, path, body, `127.9.${session}.1`);
  };
  const get = (path: string) => send('GET', path);
  const post = (path: string, body: unknown) => send('POST', path, body);
  return {
    userId: staff.id,
    email: staff.email,
    get,
    post,
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
    made: async (path, body) => {
      const answer = await post(path, body);
      if (answer.status !== 201) throw new Error(`Could not create at ${path}: ${answer.status} ${answer.text}`);
      return answer.json<{ data: Record }>().data;
    },
    ids: async (path) => {
      const answer = await get(path);
      if (answer.status !== 200) throw new Error(`Could not read ${path}: ${answer.status} ${answer.text}`);
      return answer.json<{ data: { id: number }[] }>().data.map((record) => record.id);
    },
  };
}

/** Where a text can be told: of a new feature, under a part of its category. */
export async function placeForText(office: Office, image: string) {
  const category_name = `শ্রেণি ${Math.random()}`;
  const { id: singleCategory } = await office.made(adminCalls.featureCategories, { category_name });
  const part = { sub_category_name: 'অংশ', selectedCategory: singleCategory };
  const { id: selectedSubCategory } = await office.made(adminCalls.featureSubCategories, part);
  const feature = { title: 'হাজিরা', selectedCategory: [singleCategory], image };
  const { id: SingleFeature } = await office.made(adminCalls.features, feature);
  return { SingleFeature, singleCategory, selectedSubCategory };
}

/** A drawn picture as a form sends it. */
export async function dataUrl(width: number, height: number, colour?: string): Promise<string> {
  return `data:image/png;base64,${(await drawnPng(width, height, colour)).toString('base64')}`;
}
