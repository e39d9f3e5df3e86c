/** Every address of the product, in one place. This module imports nothing, so that any part may import it. */

export const pages = {
  home: '/',
  about: '/about',
  aboutDetails: (id: number) => `/about/details/${id}`,
  features: '/features',
  featureDetails: (id: number) => `/features/details/${id}`,
  packages: '/packages',
  clients: '/clients',
  news: '/news',
  newsPage: (page: number) => `/news?page=${page}`,
  newsDetails: (id: number) => `/news/details/${id}`,
  downloads: '/info-download',
  login: '/login',
  admin: '/admin',
} as const;

/** The calls, spelled as the clients of the product know them. */
export const calls = {
  about: '/api/about',
  aboutDetails: '/api/get-single-about/:id',
  clients: '/api/get-client',
  csrfToken: '/api/csrf-token',
  demoRequest: '/api/store-contact-information',
  downloads: '/api/get-info-Download',
  featureDetails: '/api/get-single-fetures/:id',
  features: '/api/get-fetures',
  news: '/api/get-news',
  newsDetails: '/api/get-single-news/:id',
  packages: '/api/get-package',
  statistics: '/api/get-statistic',
  testimonials: '/api/get-testimonial',
  videos: '/api/get-video',
} as const;

/** Where the demo form posts to when JavaScript is off; answers 303 back to the page. */
export const demoRequestForm = '/demo-request';

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

export const health = { live: '/healthz', ready: '/readyz' } as const;

export const assets = '/assets/';
