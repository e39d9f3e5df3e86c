import { adminCalls, calls } from '#paths.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { specifiedTexts } from '../../../test/helpers/specified-texts.ts';

const form = { question: 'ইন্টারনেট না থাকলে কী হবে?', answer: '<p>মোবাইলের ডেটাতেও চলে।</p>', status: 1 };

testListKind({
  path: adminCalls.faq,
  table: 'faq',
  form: async () => form,
  record: ({ question, answer }) => ({ question, answer }),
  withPicture: false,
  text: { form: 'question', record: 'question' },
  required: ['question', 'answer'],
  wrong: [
    ['answer', ''],
    ['answer', '<p> </p>'],
    ['answer', { $gt: '' }],
  ],
  messages: specifiedTexts.faq,
  shown: { path: calls.faq, fields: ['question', 'answer'] },
  ordered: true,
});
