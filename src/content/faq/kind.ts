import { CircleQuestionMark } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const faqKind = {
  path: adminPages.faq,
  name: 'FAQ',
  description: 'What heads of schools ask, and the answers.',
  help: 'Questions that heads of schools ask stand here with their answers. Write a question as they would ask it, and answer in a few sentences. If the same question comes on the phone twice, add it.',
  keywords: 'faq, questions, answers, help, প্রশ্ন, উত্তর, জিজ্ঞাসা, proshno, prosno, uttor, সচরাচর প্রশ্ন',
  icon: CircleQuestionMark,
  group: 'More content',
  place: 152,
  call: adminCalls.faq,
  titleField: 'question',
  onSite: pages.faq,
  audited: { faq: { noun: 'question', nameIn: 'question' } },
  module: 'content/faq/admin.tsx',
} satisfies Kind;
