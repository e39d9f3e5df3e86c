import { line, requiredRichText, type Shown, type TextsOf, textShapes } from '#api/shapes.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { faqKind } from './kind.ts';

/** The answer is sanitised HTML. */
export const faqShapes = textShapes(
  { question: line('question'), answer: requiredRichText('answer') },
  { rich: 'answer' },
);

export type Faq = Shown<typeof faqShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    faq: TextsOf<typeof faqShapes> & OrderedColumns;
  }
}

export const faqs = textList('faq', faqShapes);

const searchable: Searchable = {
  collection: 'faq',
  found: { question: { rank: 2, label: 'জিজ্ঞাসা' } },
  entriesOf: async (database) =>
    (await faqs.all(database)).map(({ id, question, answer }) => ({
      kind: 'question',
      recordId: id,
      title: question,
      text: searchableText(answer),
      url: pages.faqAnswer(id),
    })),
};

export const faqOnServer = {
  ...plainKind(faqs, faqKind),
  publicCalls: (context) => publicList(context, calls.faq, faqs),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...faqs,
      path: adminCalls.faq,
      sorted: ['question'],
      messages: listMessages('FAQ'),
      onSite: ({ id, question: title }) => ({ title, path: pages.faqAnswer(id) }),
    }),
  searchable,
} satisfies KindOnServer;
