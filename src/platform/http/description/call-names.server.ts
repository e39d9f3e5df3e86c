import { adminCalls, calls, leadCalls } from '#paths.ts';

const recordNames: Record<string, { one: string; many: string }> = {
  about: { one: 'about text', many: 'about texts' },
  aboutDetails: { one: 'about text', many: 'about texts' },
  faq: { one: 'frequent question', many: 'frequent questions' },
  news: { one: 'news item', many: 'news' },
  newsDetails: { one: 'news item', many: 'news' },
  featureDetails: { one: 'feature', many: 'features' },
  [leadCalls.list]: { one: 'lead', many: 'leads' },
};

export function withRecordNames(sentence: string, path: string): string {
  const { one, many } = namesAt(path);
  return sentence
    .replaceAll('a {one}', /^[aeo]/.test(one) ? `an ${one}` : `a ${one}`)
    .replaceAll('{one}', one)
    .replaceAll('{many}', many);
}

export function operationId(summary: string): string {
  const words = summary.split(/[^A-Za-z0-9]+/).filter((word) => !/^(?:a|an|the|)$/i.test(word));
  return words.map((word, at) => (at === 0 ? word.toLowerCase() : capital(word.toLowerCase()))).join('');
}

export function groupOf(path: string): string {
  if (path.startsWith('/api/v1/') || path.startsWith('/admin/account')) return 'Own account';
  if (path.startsWith('/api/')) return 'Public site';
  return capital(namesAt(path).many);
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function namesAt(path: string): { one: string; many: string } {
  const name =
    [calls, adminCalls].flatMap((each) => Object.entries(each)).find(([, address]) => address === path)?.[0] ?? path;
  const names = recordNames[name];
  if (names) return names;
  const many = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { one: singular(many), many };
}

export function singular(many: string): string {
  return many
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s|New)s$/, '');
}
