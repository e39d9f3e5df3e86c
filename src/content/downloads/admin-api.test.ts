import { testListKind } from '../../../test/helpers/list-kind.ts';

testListKind('downloads', {
  form: async () => ({ title: 'ভর্তি ফরম', file_url: 'https://files.example/form.pdf', status: true }),
  record: ({ title, file_url }) => ({ title, file_url, file_name: null, file_size: null, file_type: null }),
  text: { form: 'title', record: 'title' },
  required: ['title', 'file_url'],
  wrong: [
    'file:///etc/passwd',
    'ftp://files.example/x',
    'http://files.example/x',
    'javascript:alert(1)',
    '\\\\server\\share',
    'https://user:password@files.example/x',
    'https://files.example\\@evil.example/x',
    '//files.example/x',
    '/files/x/y',
    `/files/${'0'.repeat(40)}/gone.pdf`,
    `https://files.example/${'x'.repeat(5_000)}`,
    'https://localhost/x',
    7,
  ].map((url) => ['file_url', url]),
  shown: ['title', 'file_url', 'file_name', 'file_size', 'file_type'],
});
