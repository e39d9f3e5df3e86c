import { testListKind } from '../../../test/helpers/list-kind.ts';

testListKind('testimonials', {
  form: async () => ({
    name: 'রেহানা পারভীন',
    position: 'প্রধান শিক্ষক, শাপলা উচ্চ বিদ্যালয়',
    description: 'ভর্তির কাজ এখন এক দিনেই শেষ হয়।\nসবাই খুশি।',
    status: 1,
  }),
  text: { form: 'name', record: 'name' },
  required: ['name', 'position', 'description', 'image'],
  wrong: [
    ['position', ''],
    ['position', 'ক'.repeat(256)],
    ['description', ''],
    ['description', { $gt: '' }],
    ['description', 'ক'.repeat(5_001)],
  ],
  shown: ['name', 'position', 'description'],
});
