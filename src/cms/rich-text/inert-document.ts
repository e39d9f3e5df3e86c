/** Parses HTML into a document that is never rendered: no scripts run, nothing loads. */
export function inertDocument(html: string): Document {
  return new DOMParser().parseFromString(trusted(html), 'text/html');
}

interface Policy {
  createHTML: (html: string) => string;
}

interface TrustedTypes {
  createPolicy: (name: string, rules: Policy) => Policy;
}

let policy: Policy | undefined;

/** The Trusted Types policy for `inertDocument`, where any string is safe. */
function trusted(html: string): string {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return html;
  policy ??= trustedTypes.createPolicy('prangon-rich-text', { createHTML: (given) => given });
  return policy.createHTML(html);
}
