// Two things that the content security policy asks of us before any library runs.

/** The style element that keeps the page from scrolling behind a dialog passes by this value. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });

/**
 * The editor reads HTML as text, which the policy lets through here; no script can run from it. Addresses of scripts
 * stay forbidden.
 */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } };
trustedTypes?.createPolicy('default', { createHTML: (html: string) => html });
