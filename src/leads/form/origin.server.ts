import { cleanLine, latinDigits } from '#server/text.server.ts';

/** What a visitor did before asking, where the page tells: columns of a request, none of them required. */
export interface Origin {
  /** Path of the page with the form. */
  page: string | null;
  /** The site that led here; never the whole address, which may tell whom it led. */
  referrer: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  /** Of the price calculator: digits. */
  students: string | null;
  /** The package that was looked at. */
  package_note: string | null;
}

/** Reads what came beside the four fields. What makes no sense is left out: nobody's request fails for it. */
export function readOrigin(body: object): Origin {
  const given = body as Record<string, unknown>;
  const line = (name: string, most: number) => {
    const value = given[name];
    const text =
      typeof value === 'string' || typeof value === 'number' ? cleanLine(String(value).slice(0, 4 * most)) : '';
    return [...text].slice(0, most).join('') || null;
  };
  const page = line('page', 200);
  const students = latinDigits(line('students', 12) ?? '').replace(/[\s,]/g, '');
  return {
    page: page?.startsWith('/') ? page : null,
    referrer: hostOf(line('referrer', 500)),
    utm_source: line('utm_source', 100),
    utm_medium: line('utm_medium', 100),
    utm_campaign: line('utm_campaign', 100),
    students: /^[1-9]\d{0,6}$/.test(students) ? students : null,
    package_note: line('package', 190) ?? line('package_note', 190),
  };
}

function hostOf(address: string | null): string | null {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.hostname.slice(0, 190) : null;
}
