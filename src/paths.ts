/** Every address of the product, in one place. This module imports nothing, so that any part may import it. */

export const pages = {
  home: '/',
  about: '/about',
  aboutDetails: (id: number) => `/about/details/${id}`,
  features: '/features',
  featureDetails: (id: number) => `/features/details/${id}`,
  featurePart: (id: number, subCategoryId: number) => `/features/details/${id}#part-${subCategoryId}`,
  packages: '/packages',
  /** A calculation: kind of institution, students, SMS a month, package. */
  packagesFor: (query: Record<string, string>, anchor = 'calculator') =>
    `/packages?${new URLSearchParams(query)}#${anchor}`,
  calculator: '/packages#calculator',
  package: (id: number) => `/packages#package-${id}`,
  extraCosts: '/packages#extra-costs',
  faq: '/packages#faq',
  faqAnswer: (id: number) => `/packages#faq-${id}`,
  clients: '/clients',
  clientStory: (id: number) => `/clients/${id}`,
  client: (id: number) => `/clients#client-${id}`,
  news: '/news',
  newsPage: (page: number) => `/news?page=${page}`,
  newsDetails: (id: number) => `/news/details/${id}`,
  downloads: '/info-download',
  video: (id: number) => `/#video-${id}`,
  privacy: '/privacy',
  terms: '/terms',
  offline: '/offline',
  search: '/search',
  searchFor: (query: string, page = 1) => `/search?q=${encodeURIComponent(query)}${page > 1 ? `&page=${page}` : ''}`,
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  admin: '/admin',
} as const;

/** The screens of the back office, spelled as the clients of the product know them. */
export const adminPages = {
  dashboard: '/admin/dashboard',
  figures: '/admin/figures',
  about: '/admin/about',
  news: '/admin/institutional_news',
  testimonials: '/admin/testimonial',
  featureCategories: '/admin/features/category',
  featureSubCategories: '/admin/features/sub-category',
  featureScreens: '/admin/features/screens',
  features: '/admin/new/features',
  faq: '/admin/faq',
  pages: '/admin/pages',
  videos: '/admin/video_gallery',
  statistics: '/admin/statistic',
  clients: '/admin/client',
  packages: '/admin/price',
  contactRequests: '/admin/Contact-information',
  demoAccess: '/admin/demo/Password',
  downloads: '/admin/Downlaod',
  siteSettings: '/admin/site-settings',
  redirects: '/admin/redirects',
  notifications: '/admin/notifications',
  messageTemplates: '/admin/message-templates',
  outbox: '/admin/outbox',
  webhooks: '/admin/webhooks',
  leadAds: '/admin/inbound',
  pictures: '/admin/pictures',
  users: '/admin/users',
  activity: '/admin/activity',
  profile: '/admin/profile',
} as const;

/** One demo request, opened in the inbox; a new one there; and the inbox as a filter shows it. */
export const leadPage = (id: number) => `${adminPages.contactRequests}?lead=${id}`;
export const addLeadPage = `${adminPages.contactRequests}?add=1`;
export const leadsWhere = (filter: Record<string, string>) =>
  `${adminPages.contactRequests}?${new URLSearchParams({ view: 'list', ...filter })}`;

/** What somebody did, and what was done with a record of a kind, in the audit. */
export const activityOf = (filter: { actor: number } | { record: string }) =>
  `${adminPages.activity}?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

/** Spellings that people expect, and the screens they mean. */
export const tidySpellings: Record<string, string> = {
  '/admin/contact-information': adminPages.contactRequests,
  '/admin/demo/password': adminPages.demoAccess,
  '/admin/download': adminPages.downloads,
};

/** The calls, spelled as the clients of the product know them. */
export const calls = {
  acceptInvitation: '/api/v1/accept-invitation',
  about: '/api/about',
  aboutDetails: '/api/get-single-about/:id',
  account: '/admin/account',
  accountConfirm: '/admin/account/confirm',
  accountConfirmPasskey: '/admin/account/confirm/passkey',
  accountPassword: '/admin/account/password',
  accountSecondFactor: '/admin/account/second-factor',
  accountSession: '/admin/account/sessions/:id',
  accountSessions: '/admin/account/sessions',
  codeApp: '/admin/account/second-factor/app',
  codeAppRemove: '/admin/account/second-factor/app/remove',
  clients: '/api/get-client',
  countVisit: '/api/count-visit',
  csrfToken: '/api/csrf-token',
  dashboardFigures: '/admin/dashboard-figures',
  demoRequest: '/api/store-contact-information',
  downloads: '/api/get-info-Download',
  faq: '/api/get-faq',
  featureDetails: '/api/get-single-fetures/:id',
  features: '/api/get-fetures',
  firstDay: '/admin/first-day',
  forgotPassword: '/api/v1/forgot-password',
  funnelExport: '/admin/funnel/export',
  formFields: '/api/form',
  form: '/api/form',
  inboundMeta: '/api/inbound/meta',
  leadFigures: '/admin/lead-figures',
  leadFiguresExport: '/admin/lead-figures/export',
  login: '/api/v1/login',
  loginPasskey: '/api/v1/login/passkey',
  loginSecondStep: '/api/v1/login/second-step',
  logout: '/api/v1/logout',
  news: '/api/get-news',
  newsDetails: '/api/get-single-news/:id',
  notificationSettings: '/admin/notification-settings',
  notificationStream: '/admin/notifications/stream',
  notifications: '/admin/notifications',
  notificationsRead: '/admin/notifications/read',
  packages: '/api/get-package',
  passkeyBegin: '/admin/account/second-factor/passkeys/begin',
  passkeyRemove: '/admin/account/second-factor/passkeys/:id/remove',
  passkeys: '/admin/account/second-factor/passkeys',
  push: '/admin/push',
  pushSubscriptions: '/admin/push/subscriptions',
  recoveryCodes: '/admin/account/second-factor/recovery-codes',
  removeSample: '/admin/sample-content/remove',
  resetPassword: '/api/v1/reset-password',
  restoreSample: '/admin/sample-content/restore',
  search: '/api/search',
  signedInUser: '/api/v1/user',
  statistics: '/api/get-statistic',
  testMail: '/admin/first-day/test-mail',
  testimonials: '/api/get-testimonial',
  videos: '/api/get-video',
} as const;

const beside = (part: string) => (path: string, id: number) => `${path}/${id}/${part}`;

export const presenceOf = beside('presence');

/** Beside the calls of a record, where it has drafts, versions and a schedule. */
export const versionPaths = {
  draft: beside('draft'),
  keepDraft: (path: string, id: number) => `${path}/${id}?draft=1`,
  newDraft: (path: string) => `${path}?draft=1`,
  /** Saves the record by a text that was made from the draft of that moment, which is done with then. */
  saveFromDraft: (path: string, id: number, draftAt: string) =>
    `${path}/${id}?from_draft=${encodeURIComponent(draftAt)}`,
  schedule: beside('schedule'),
  versions: (path: string, id: number, page = 1) => `${path}/${id}/versions?page=${page}`,
  version: (path: string, id: number, number: number) => `${path}/${id}/versions/${number}`,
  restoreVersion: (path: string, id: number, number: number) => `${path}/${id}/versions/${number}/restore`,
  /** A link to the draft for a colleague. */
  share: beside('preview'),
  /** A form that is not saved, of a record or a new one, as a page. */
  preview: (path: string, id: number | null) => `${path}/preview${id === null ? '' : `?of=${id}`}`,
} as const;

/**
 * The calls of the back office for content. Each list also has `/:id`, `/:id/restore` and, where visitors see an order,
 * `/order`.
 */
export const adminCalls = {
  activity: '/admin/activity',
  activityExport: '/admin/activity/export',
  about: '/admin/About',
  cancelMail: '/admin/mails/:id/cancel',
  categoriesToChoose: '/admin/features-get-category',
  clients: '/admin/Client',
  demoAccess: '/admin/demo-access',
  demoAccessReveal: '/admin/demo-access/reveal',
  demoAccessTest: '/admin/demo-access/test',
  deliveries: '/admin/deliveries',
  downloads: '/admin/downloads',
  faq: '/admin/faq',
  featureCategories: '/admin/features-categories',
  featureContent: '/admin/single-fetures-details',
  /** All that is told of `?feature=7`, and what can be done with one text of it beside loading and storing it by its place. */
  featureContents: '/admin/features-details',
  featureScreens: '/admin/features-screens',
  featureSubCategories: '/admin/features-sub-categories',
  features: '/admin/features',
  inbound: '/admin/inbound',
  mailSender: '/admin/mail-sender',
  mailServer: '/admin/mail-server',
  mailServerPutBack: '/admin/mail-server/put-back',
  mails: '/admin/mails',
  messageTemplates: '/admin/message-templates',
  news: '/admin/News',
  packageCategories: '/admin/package-categories',
  packageCategoriesToChoose: '/admin/price-get-category',
  packages: '/admin/Package',
  pages: '/admin/pages',
  pictures: '/admin/pictures',
  restorePicture: '/admin/pictures/:id/restore',
  redirects: '/admin/redirects',
  redirectsMissed: '/admin/redirects/missed',
  resumeMails: '/admin/mail-sender/resume',
  sendDelivery: '/admin/deliveries/:id/send',
  sendMail: '/admin/mails/:id/send',
  sendMails: '/admin/mails/send',
  siteSettings: '/admin/site-settings',
  statistics: '/admin/statistics',
  storeFeatureContent: '/admin/store-features-details',
  subCategoriesToChoose: '/admin/features-get-sub-category/:id',
  testimonials: '/admin/testimonials',
  token: '/admin/tokens/:id',
  tokens: '/admin/tokens',
  uploads: '/admin/uploads',
  userSecondFactor: '/admin/users/:id/second-factor',
  user: '/admin/users/:id',
  userInvite: '/admin/users/:id/invite',
  userLeads: '/admin/users/:id/leads',
  userSession: '/admin/users/:id/sessions/:session',
  userSessions: '/admin/users/:id/sessions',
  users: '/admin/users',
  videos: '/admin/video/video-galleries',
  webhook: '/admin/webhooks/:id',
  webhookNewSecret: '/admin/webhooks/:id/new-secret',
  webhookSecret: '/admin/webhooks/:id/secret',
  webhookTest: '/admin/webhooks/:id/test',
  webhooks: '/admin/webhooks',
} as const;

const contactRequests = '/admin/contact-requests';

/** The calls of the inbox of leads. */
export const leadCalls = {
  list: contactRequests,
  board: `${contactRequests}/board`,
  bulk: `${contactRequests}/bulk`,
  calendar: `${contactRequests}/calendar`,
  export: `${contactRequests}/export`,
  holidays: `${contactRequests}/holidays`,
  ids: `${contactRequests}/ids`,
  import: `${contactRequests}/import`,
  imported: `${contactRequests}/imports/:id`,
  owners: `${contactRequests}/owners`,
  retention: `${contactRequests}/retention`,
  one: `${contactRequests}/:id`,
  call: `${contactRequests}/:id/calls/:call`,
  calls: `${contactRequests}/:id/calls`,
  duplicates: `${contactRequests}/:id/duplicates`,
  erase: `${contactRequests}/:id/erase`,
  merge: `${contactRequests}/:id/merge`,
  messages: `${contactRequests}/:id/messages`,
  notSpam: `${contactRequests}/:id/not-spam`,
  person: `${contactRequests}/:id/person`,
  note: `${contactRequests}/:id/notes/:note`,
  notes: `${contactRequests}/:id/notes`,
  resend: `${contactRequests}/:id/resend`,
  restore: `${contactRequests}/:id/restore`,
  sms: `${contactRequests}/:id/sms`,
  smsState: `${contactRequests}/sms`,
  spam: `${contactRequests}/:id/spam`,
  unmerge: `${contactRequests}/:id/unmerge`,
} as const;

/** A call for the record with this id. */
export const withId = (call: string, id: number) => call.replace(':id', String(id));

/** The description of all calls, for programs. */
export const callsDescription = '/api/openapi.json';

/** Where the demo form posts to when JavaScript is off; answers 303 back to the page. */
export const demoRequestForm = '/demo-request';

/** Pages of lists that show the demo form themselves. */
const demoFormPages: string[] = [pages.home, pages.features, pages.packages, pages.clients];

/** Whether this page shows the demo form itself: of the pages of records, those of features and clients do. */
export function hasDemoForm(path: string): boolean {
  return demoFormPages.includes(path) || /^\/(?:features\/details|clients)\/[1-9]\d{0,9}$/.test(path);
}

/** Fragments of a package in the comparison, and of what is charged beside all of them. */
export const packageAnchor = (id: number) => `package-${id}`;
export const extraCostsAnchor = 'extra-costs';

/** Fragments of the frequent questions, and of an answer to one of them. */
export const faqAnchor = 'faq';
export const faqAnswerAnchor = (id: number) => `faq-${id}`;

/** Fragment of the demo form, on each page that shows it. */
export const demoFormAnchor = 'demo';

export const media = {
  prefix: '/media/',
  original: (key: string) => `/media/${key}.webp`,
  variant: (key: string, width: number, format: 'avif' | 'webp') => `/media/${key}-${width}.${format}`,
} as const;

export const files = {
  prefix: '/files/',
  download: (key: string, name: string) => `/files/${key}/${encodeURIComponent(name)}`,
} as const;

/** Pages that are not public, for whoever has the address. */
export const previews = {
  prefix: '/preview/',
  route: '/preview/:token',
  page: (token: string) => `/preview/${token}`,
} as const;

/** What search engines, feed readers, chats and browsers ask for beside the pages. */
export const discovery = {
  sitemap: '/sitemap.xml',
  sitemapPart: (part: number) => `/sitemap/${part}.xml`,
  robots: '/robots.txt',
  newsFeed: '/feed.xml',
  /** Where readers that came from other software look for it. */
  earlierFeeds: ['/feed', '/rss.xml'],
  appManifest: '/manifest.webmanifest',
  serviceWorker: '/service-worker.js',
  card: (page: string, version: string) => `/card/${page}-${version}.jpg`,
  icon: (icon: string, version: string) => `/icon/${icon}-${version}.png`,
  forLanguageModels: '/llms.txt',
} as const;

/** What is asked for by names that are the same on every site. */
export const wellKnown = {
  securityContact: '/.well-known/security.txt',
  changePassword: '/.well-known/change-password',
  favicon: '/favicon.ico',
  appleIcon: '/apple-touch-icon.png',
} as const;

export const health = { live: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

export const assets = '/assets/';
