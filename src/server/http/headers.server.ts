/** Sent with every answer, whatever its status; where the site is on HTTPS, `Strict-Transport-Security` comes to it. */
export const headersOfEveryAnswer: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const base = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'";

/** For answers that are no page: nothing may run in them. */
export const policyOfData = `${base}; sandbox`;

/** For stored pictures, of which a page has many: the same in fewer bytes. */
export const policyOfPictures = "default-src 'none'; sandbox";

/** For a public page that stands in a frame of our own: nothing runs in it. */
export function policyInFrame(policy: string): string {
  return `${policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`;
}

/** For public pages; inline script and style are named by their hashes. */
export function policyOfPages(inline: { scripts: string[]; styles: string[] }): string {
  return [
    base,
    ['script-src', "'self'", ...inline.scripts].join(' '),
    ['style-src', "'self'", ...inline.styles].join(' '),
    "img-src 'self' https://i.ytimg.com",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "require-trusted-types-for 'script'",
    // Of the one that brings the worker for pages without a network.
    'trusted-types worker',
  ].join('; ');
}
