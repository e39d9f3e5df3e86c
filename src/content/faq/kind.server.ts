import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { faqs } from './data.server.ts';
import { faqKind } from './kind.ts';

const searchable: Searchable = {
  collection: 'faq',
  found: { question: { rank: 2, label: 'জিজ্ঞাসা' } },
  entriesOf: async (database) =>
    (await faqs.all(database)).map(({ id, question, answer }) => ({
      kind: 'question',
      recordId: id,
      title: question,
      text: plainText(answer),
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
    }),
  searchable,
} satisfies KindOnServer;
