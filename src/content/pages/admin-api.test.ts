import { testListKind } from '../../../test/helpers/list-kind.ts';

testListKind('pages', {
  form: async () => ({ address: 'terms', title: 'ব্যবহারের শর্ত', content: '<p>ডেমোর জন্য টাকা লাগে না।</p>', status: 1 }),
  text: { form: 'title', record: 'title' },
  required: ['address', 'title', 'content'],
  wrong: [
    ['address', 'a/b'],
    ['content', ''],
    ['content', '<p> </p>'],
  ],
  messages: { updated: 'Page updated successfully', deleted: 'Page deleted successfully' },
  ordered: false,
});
