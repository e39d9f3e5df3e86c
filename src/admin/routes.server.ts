import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listAddress } from '#api/list-address.ts';
import { pictureSource } from '#api/picture.ts';
import { earlyLogin } from '#auth/early-login.server.tsx';
import { accountStrings as signInWords } from '#auth/strings.ts';
import type { AppContext } from '#cms/context.server.ts';
import { CachedSettings } from '#content/settings/cached-settings.server.ts';
import { adminPages, calls, pages, tidySpellings } from '#paths.ts';
import { prefersHtml } from '#platform/http/error-answers.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import type { PrefetchCall } from '#ui/admin/calls/prefetch.ts';
import { loadAdminCode, loginModule } from './client-code.server.ts';
import { screenAt } from './screens.ts';
import { shellDocument, shellPolicy } from './shell-document.server.ts';

/**
 * Pages of the back office: one HTML shell, whose screens render in the browser. `GET /admin/*` is a page for clients
 * that prefer HTML and an API call for all others, so this is registered before the calls.
 */
export function adminRoutes(context: AppContext): void {
  const { http, csrf, settings } = context;
  const vendor = new CachedSettings(context);
  const code = loadAdminCode(path.join(projectRoot, 'dist/client'));
  const { title, lead, keywords } = signInWords;
  http.get(pages.login, async (request, reply) =>
    sendShell(reply, { title, lead, keywords, early: earlyLogin }, request.url),
  );
  http.get(pages.forgotPassword, async (_request, reply) =>
    sendShell(reply, { title: signInWords.forgotTitle, lead: signInWords.forgotLead }),
  );
  // The URL contains a one-time token, which must not reach other sites.
  http.get(pages.resetPassword, async (_request, reply) =>
    sendShell(reply.header('referrer-policy', 'no-referrer'), {
      title: signInWords.resetTitle,
      lead: signInWords.resetLead,
    }),
  );
  http.get(pages.acceptInvitation, async (_request, reply) =>
    sendShell(reply.header('referrer-policy', 'no-referrer'), {
      title: signInWords.invitedTitle,
      lead: signInWords.invitedLead,
    }),
  );

  http.addHook('onRequest', async (request, reply) => {
    const address = adminAddress(request);
    if (address === null) return;
    reply.header('vary', 'accept');
    if (!prefersHtml(request.headers.accept)) return;
    const elsewhere = isRoot(address) ? adminPages.dashboard : tidySpellings[address];
    return elsewhere ? reply.redirect(elsewhere, isRoot(address) ? 302 : 301) : sendShell(reply, null, request.url);
  });

  /** Before the back office the server sets the title; inside, each screen does. */
  async function sendShell(reply: FastifyReply, gate: AuthPage | null, url?: string): Promise<FastifyReply> {
    const { name, logo, customers } = await vendor.lastKnown();
    const shown = { name, logo: logo && pictureSource(logo), customers };
    const told = {
      title: gate ? `${gate.title} | ${name}` : 'Dashboard',
      gate: gate && {
        description: gate.lead,
        keywords: gate.keywords ?? gate.title,
        early: gate.early?.(shown) ?? null,
      },
      vendor: shown,
      secondFactor: settings.secondFactor,
      mailIsSetUp: settings.mail.server !== null,
    };
    const preloads = url ? findPreloads(url) : null;
    const nonce = randomBytes(16).toString('base64');
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', shellPolicy(nonce, code.boot.hash));
    return reply
      .type('text/html; charset=utf-8')
      .send(shellDocument(code, { ...told, csrfToken: csrf.token(), nonce, preloads }));
  }
}

interface AuthPage {
  title: string;
  lead: string;
  keywords?: string;
  early?: typeof earlyLogin;
}

/** The path of a page request to the back office, else null. */
function adminAddress({ method, url }: FastifyRequest): string | null {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(pages.admin)) return null;
  const address = url.split('?', 1)[0] ?? '';
  return address === pages.admin || address.startsWith(`${pages.admin}/`) ? address : null;
}

function isRoot(address: string): boolean {
  return address === pages.admin || address === `${pages.admin}/`;
}

/** The module and the first calls of the screen at this URL; null if there is no screen. */
function findPreloads(url: string): { module: string; asks: PrefetchCall[] } | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const user = { url: calls.signedInUser };
  if (pathname === pages.login) return { module: loginModule, asks: [user] };
  const screen = screenAt(pathname);
  if (!screen) return null;
  const { asks = screen.call } = screen;
  if (typeof asks === 'function') return { module: screen.module, asks: [user, ...asks(searchParams)] };
  return { module: screen.module, asks: asks ? [user, { url: listAddress(asks, searchParams) }] : [user] };
}
