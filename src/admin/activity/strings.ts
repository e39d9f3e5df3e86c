/** The list ends after this many events; older ones are found by day or in an export. */
export const maxListed = 10_000;

const kinds: Record<string, string> = {
  about: 'about',
  accounts: 'user',
  activity: 'activity',
  clients: 'client',
  'demo-access': 'demo access',
  demo_requests: 'lead',
  downloads: 'download',
  faq: 'question',
  feature_categories: 'feature category',
  feature_details: 'feature details',
  feature_screens: 'feature screen',
  feature_sub_categories: 'feature sub-category',
  features: 'feature',
  list_views: 'saved view',
  mails: 'mail',
  message_templates: 'message template',
  missed_paths: 'unknown address',
  news: 'news',
  'notification-settings': 'notification settings',
  package_categories: 'price category',
  packages: 'package',
  pages: 'page',
  'personal-access': 'personal access',
  pictures: 'picture',
  redirects: 'redirect',
  'second-factor': 'second factor',
  sessions: 'session',
  'sms-gateway': 'SMS gateway',
  statistics: 'statistic',
  testimonials: 'testimonial',
  vendor: 'site settings',
  videos: 'video',
  webhooks: 'webhook',
};

export const kindNames = Object.keys(kinds).sort((one, other) => kindName(one).localeCompare(kindName(other)));

export function kindName(kind: string): string {
  return kinds[kind] ?? kind.replaceAll(/[_-]/g, ' ');
}

/** For what was done with many at once, as an import. */
export function kindsInWords(kind: string): string {
  return kind === 'demo_requests' ? 'leads' : kindName(kind);
}
