/** `Strict-Transport-Security` is added elsewhere, for HTTPS only. */
export const headersOfEveryAnswer: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const base = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'";

export const policyOfData = `${base}; sandbox`;

export const policyOfPictures = "default-src 'none'; sandbox";

/** For a page in an iframe of our own. */
export function policyInFrame(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

export function policyOfPages(inline: { scripts: string[]; styles: string[] }): string {
  return [
    base,
    ['script-src', "'self'", ...inline.scripts].join(' '),
    ['style-src', "'self'", ...inline.styles].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Own pages, for the form beside what it changes.
    "frame-src 'self' https://www.youtube-nocookie.com",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ].join('; ');
}
