import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { findableRecords } from '#cms/search/entries.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { faqs } from './data.server.ts';
import { faqKind } from './kind.ts';

const searchable = findableRecords({
  table: 'faq',
  found: { question: { number: 2, label: 'জিজ্ঞাসা' } },
  entriesOf: async (database, ids) => {
    const all = await faqs.all(database);
    return all
      .filter(({ id }) => ids.includes(id))
      .map(({ id, question, answer }) => ({
        kind: 'question',
        recordId: id,
        number: id,
        title: question,
        text: plainText(answer),
      }));
  },
  addressesOf: async (_database, entries) => entries.map(({ recordId }) => pages.faqAnswer(recordId)),
});

export const faqOnServer = {
  ...plainKind(faqs, faqKind),
  publicCalls: (context) => publicList(context, calls.faq, faqs),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...faqs,
      path: adminCalls.faq,
      sorted: ['question'],
      messages: listMessages('FAQ'),
      derive: searchable.keep,
    }),
  searchable,
} satisfies KindOnServer;
