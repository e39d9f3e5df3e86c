import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { routesOf } from '../test/helpers/routes.ts';
import { hireStaff, newNetwork, type Staff, signIn } from '../test/helpers/staff.ts';
import { headersOfStrangers } from '../test/helpers/strangers.ts';

/**
 * Who may do what: every route of the product, by path. A route that is missing here fails the first test, so that
 * nobody adds one without saying for whom it is.
 */
const list = ['GET', 'POST'];
const one = ['GET', 'PUT', 'DELETE'];

const forStaff: Record<string, string[]> = {
  '/admin/first-day': ['GET', 'PUT'],
  '/admin/first-day/test-mail': ['POST'],
  '/admin/sample-content/remove': ['POST'],
  '/admin/sample-content/restore': ['POST'],
  '/admin/account': ['GET', 'PUT'],
  '/admin/account/confirm': ['POST'],
  '/admin/account/confirm/passkey': ['POST'],
  '/admin/account/password': ['PUT'],
  '/admin/account/second-factor': ['GET'],
  '/admin/account/second-factor/app': ['POST', 'PUT'],
  '/admin/account/second-factor/app/remove': ['POST'],
  '/admin/account/second-factor/passkeys': ['POST'],
  '/admin/account/second-factor/passkeys/:id/remove': ['POST'],
  '/admin/account/second-factor/passkeys/begin': ['POST'],
  '/admin/account/second-factor/recovery-codes': ['POST'],
  '/admin/account/sessions': ['GET', 'DELETE'],
  '/admin/account/sessions/:id': ['DELETE'],
  '/admin/demo-access': ['GET', 'PUT'],
  '/admin/demo-access/history': ['GET'],
  '/admin/demo-access/reveal': ['POST'],
  '/admin/demo-access/test': ['POST'],
  '/admin/activity': ['GET'],
  '/admin/activity/export': ['GET'],
  '/admin/webhooks/:id/new-secret': ['POST'],
  '/admin/webhooks/:id/secret': ['POST'],
  '/admin/webhooks/:id/test': ['POST'],
  '/admin/deliveries': ['GET'],
  '/admin/deliveries/:id/send': ['POST'],
  '/admin/tokens': list,
  '/admin/tokens/:id': ['DELETE'],
  '/admin/users': list,
  '/admin/users/:id': one,
  '/admin/users/:id/invite': ['POST'],
  '/admin/users/:id/leads': list,
  '/admin/users/:id/sessions': ['GET'],
  '/admin/users/:id/sessions/:session': ['DELETE'],
  '/admin/contact-requests': list,
  '/admin/contact-requests/:id': one,
  '/admin/contact-requests/:id/calls': ['POST'],
  '/admin/contact-requests/:id/calls/:call': ['DELETE'],
  '/admin/contact-requests/:id/duplicates': ['GET'],
  '/admin/contact-requests/:id/erase': ['POST'],
  '/admin/contact-requests/:id/merge': ['POST'],
  '/admin/contact-requests/:id/messages': list,
  '/admin/contact-requests/:id/not-spam': ['POST'],
  '/admin/contact-requests/:id/notes': ['POST'],
  '/admin/contact-requests/:id/notes/:note': ['PUT', 'DELETE'],
  '/admin/contact-requests/:id/person': ['GET'],
  '/admin/contact-requests/holidays': ['GET'],
  '/admin/contact-requests/:id/resend': ['POST'],
  '/admin/contact-requests/:id/restore': ['POST'],
  '/admin/contact-requests/:id/sms': ['POST'],
  '/admin/contact-requests/sms': ['GET'],
  '/admin/contact-requests/:id/spam': ['POST'],
  '/admin/contact-requests/:id/unmerge': ['POST'],
  '/admin/contact-requests/board': ['GET'],
  '/admin/contact-requests/bulk': ['POST'],
  '/admin/contact-requests/calendar': ['GET'],
  '/admin/contact-requests/export': ['GET'],
  '/admin/contact-requests/ids': ['GET'],
  '/admin/contact-requests/import': ['POST'],
  '/admin/contact-requests/imports/:id': ['DELETE'],
  '/admin/contact-requests/owners': ['GET'],
  '/admin/contact-requests/retention': ['GET', 'PUT'],
  '/admin/dashboard-figures': ['GET'],
  '/admin/features-get-category': ['GET'],
  '/admin/features-get-sub-category/:id': ['GET'],
  '/admin/funnel/export': ['GET'],
  '/admin/lead-figures': ['GET'],
  '/admin/lead-figures/export': ['GET'],
  '/admin/notification-settings': ['GET', 'PUT'],
  '/admin/notifications': ['GET'],
  '/admin/notifications/read': ['PUT'],
  '/admin/notifications/stream': ['GET'],
  '/admin/mail-sender': ['GET'],
  '/admin/mail-sender/resume': ['POST'],
  '/admin/mail-server': ['GET', 'PUT'],
  '/admin/mail-server/put-back': ['POST'],
  '/admin/mails': ['GET'],
  '/admin/mails/:id': ['GET'],
  '/admin/mails/:id/cancel': ['POST'],
  '/admin/mails/:id/send': ['POST'],
  '/admin/mails/send': ['POST'],
  '/admin/pictures': list,
  '/admin/pictures/:id': one,
  '/admin/pictures/:id/replace': ['POST'],
  '/admin/pictures/:id/restore': ['POST'],
  '/admin/price-get-category': ['GET'],
  '/admin/single-fetures-details': ['POST'],
  '/admin/site-settings': ['GET', 'PUT'],
  '/admin/site-settings/history': ['GET'],
  '/admin/store-features-details': ['POST'],
  '/admin/uploads': ['POST'],
  '/admin/users/:id/second-factor': ['DELETE'],
  '/api/v1/logout': ['POST'],
  '/api/v1/user': ['GET'],
  '/admin/redirects/missed': ['GET', 'DELETE'],
  ...listed('/admin/redirects'),
  ...listed('/admin/webhooks'),
  ...records('/admin/About'),
  ...listed('/admin/News'),
  ...listed('/admin/pages'),
  ...versioned('/admin/About'),
  ...versioned('/admin/News'),
  ...versioned('/admin/features'),
  ...versioned('/admin/features-details'),
  '/admin/features-details': ['GET'],
  '/admin/features-details/:id': ['GET', 'PUT'],
  '/admin/features-details/:id/history': ['GET'],
  ...arranged('/admin/Client'),
  ...arranged('/admin/Package'),
  ...arranged('/admin/downloads'),
  ...arranged('/admin/faq'),
  ...arranged('/admin/message-templates'),
  ...arranged('/admin/features'),
  ...arranged('/admin/features-categories'),
  ...arranged('/admin/features-screens'),
  ...arranged('/admin/features-sub-categories'),
  ...arranged('/admin/package-categories'),
  ...arranged('/admin/statistics'),
  ...arranged('/admin/testimonials'),
  ...arranged('/admin/video/video-galleries'),
};

const forEveryone: Record<string, string[]> = {
  '/': ['GET'],
  '/*': ['GET'],
  '/about': ['GET'],
  '/about/details/:id': ['GET'],
  '/assets/:name': ['GET'],
  '/clients': ['GET'],
  '/clients/:id': ['GET'],
  '/features': ['GET'],
  '/features/details/:id': ['GET'],
  '/info-download': ['GET'],
  '/news': ['GET'],
  '/news/details/:id': ['GET'],
  '/offline': ['GET'],
  '/packages': ['GET'],
  '/privacy': ['GET'],
  '/terms': ['GET'],
  '/preview/:token': ['GET'],
  '/service-worker.js': ['GET'],
  '/search': ['GET'],
  '/card/:file': ['GET'],
  '/feed': ['GET'],
  '/feed.xml': ['GET'],
  '/rss.xml': ['GET'],
  '/icon/:file': ['GET'],
  '/manifest.webmanifest': ['GET'],
  '/robots.txt': ['GET'],
  '/sitemap.xml': ['GET'],
  '/llms.txt': ['GET'],
  '/.well-known/change-password': ['GET'],
  '/.well-known/security.txt': ['GET'],
  '/apple-touch-icon.png': ['GET'],
  '/favicon.ico': ['GET'],
  '/sitemap/:part': ['GET'],
  '/login': ['GET'],
  '/forgot-password': ['GET'],
  '/reset-password': ['GET'],
  '/accept-invitation': ['GET'],
  '/demo-request': ['POST'],
  '/files/:key/:name': ['GET'],
  '/media/:name': ['GET'],
  '/healthz': ['GET'],
  '/readyz': ['GET'],
  '/api/about': ['GET'],
  '/api/count-visit': ['POST'],
  '/api/csrf-token': ['GET'],
  '/api/get-client': ['GET'],
  '/api/get-faq': ['GET'],
  '/api/get-fetures': ['GET'],
  '/api/get-info-Download': ['GET'],
  '/api/get-news': ['GET'],
  '/api/get-package': ['GET'],
  '/api/get-single-about/:id': ['GET'],
  '/api/get-single-fetures/:id': ['GET'],
  '/api/get-single-news/:id': ['GET'],
  '/api/get-statistic': ['GET'],
  '/api/get-testimonial': ['GET'],
  '/api/get-video': ['GET'],
  '/api/openapi.json': ['GET'],
  '/api/search': ['GET'],
  '/api/store-contact-information': ['POST'],
  '/api/v1/accept-invitation': ['POST'],
  '/api/v1/forgot-password': ['POST'],
  '/api/v1/login': ['POST'],
  '/api/v1/login/passkey': ['POST'],
  '/api/v1/login/second-step': ['POST'],
  '/api/v1/reset-password': ['POST'],
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
let app: TestApp;
let strangers: Record<string, Record<string, string>>;
let staff: Staff;
let tokens: string[];
beforeAll(async () => {
  app = await openTestApp();
  staff = await hireStaff(app);
  tokens = await Promise.all(Array.from({ length: 6 }, () => signIn(app, staff)));
  strangers = await headersOfStrangers(app);
  return app.close;
});

test('every route says for whom it is', () => {
  const declared = Object.entries({ ...forStaff, ...forEveryone }).flatMap(([path, all]) =>
    all.map((method) => `${method} ${path}`),
  );
  const registered = routesOf(app).filter((route) => !/^(?:HEAD|OPTIONS) /.test(route));
  expect(registered.filter((route) => !declared.includes(route))).toEqual([]);
});

describe.each(Object.entries(forStaff))('%s', (path, allowed) => {
  const address = path.replace(':id', '2147483647');

  test('answers 401 to whoever is not signed in, before it reads a body', async () => {
    for (const [who, headers] of Object.entries(strangers)) {
      const url = who === 'a token in the address' ? `${address}?token=${'x'.repeat(43)}` : address;
      for (const method of withHead(allowed)) {
        expect((await send(method, url, headers)).status, `${method} with ${who}`).toBe(401);
      }
    }
  });

  test('takes no other method, whoever asks', async () => {
    const headers = live();
    for (const method of methods.filter((each) => !withHead(allowed).includes(each))) {
      for (const each of [headers, {}])
        expect([400, 401, 404, 405], method).toContain((await send(method, address, each)).status);
    }
  });

  test('lets staff in', async () => {
    // They end sessions that the other tests need.
    const isEnding = path === calls.logout || path === calls.accountSessions;
    const headers = isEnding ? { authorization: `Bearer ${await signIn(app, await hireStaff(app))}` } : live();
    for (const method of allowed) {
      const { status } = await send(method, address, headers);
      expect([200, 400, 404, 406, 415, 422], `${method}: ${status}`).toContain(status);
    }
  });

  test('has no second spelling', async () => {
    const headers = live();
    const spellings = [
      `${address}/`,
      `/${address}`,
      address.toUpperCase(),
      `${address}.json`,
      `${address}%20`,
      `${address};a=b`,
      address.replace('/admin/', '/admin/./'),
      address.replace('/admin/', '/x/../admin/'),
    ];
    for (const spelling of spellings.filter((each) => each !== address)) {
      expect([400, 401, 404, 405], spelling).toContain((await send('GET', spelling, headers)).status);
    }
  });
});

test.each(Object.entries(forEveryone))('%s needs no token', async (path, allowed) => {
  for (const method of allowed) {
    const { status } = await send(method, path.replace(/:\w+/g, '1').replace('*', 'x'), {});
    expect(status, method).not.toBe(401);
    expect(status, method).toBeLessThan(500);
  }
});

function send(method: string, path: string, headers: Record<string, string>) {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  // No JSON: whoever answers otherwise than 401 has read it.
  return app.send(path, {
    method,
    from: newNetwork(),
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{no json' } : {}),
  });
}

/** Sessions in turn, as one may send 20 calls a second only. */
function live(): Record<string, string> {
  const token = tokens.shift() ?? '';
  tokens.push(token);
  return { authorization: `Bearer ${token}` };
}

function withHead(allowed: string[]): string[] {
  return allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
}

function records(path: string): Record<string, string[]> {
  return {
    [path]: list,
    [`${path}/:id`]: one,
    [`${path}/:id/history`]: ['GET'],
    [`${path}/:id/restore`]: ['POST'],
  };
}

function listed(path: string): Record<string, string[]> {
  return { ...records(path), [`${path}/bulk`]: ['POST'] };
}

function versioned(path: string): Record<string, string[]> {
  return {
    [`${path}/:id/draft`]: ['GET', 'DELETE'],
    [`${path}/:id/preview`]: ['POST'],
    [`${path}/:id/publish`]: ['POST'],
    [`${path}/:id/schedule`]: ['PUT'],
    [`${path}/:id/versions`]: ['GET'],
    [`${path}/:id/versions/:number`]: ['GET'],
    [`${path}/:id/versions/:number/restore`]: ['POST'],
    [`${path}/preview`]: ['POST'],
  };
}

function arranged(path: string): Record<string, string[]> {
  return { ...listed(path), [`${path}/order`]: ['PUT'] };
}
