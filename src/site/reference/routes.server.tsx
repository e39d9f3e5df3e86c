import { callsReference } from '#paths.ts';
import { publicPage } from '../pages/public-page.server.tsx';
import type { Site } from '../site.server.ts';
import { ReferencePage } from './page.tsx';
import { readCalls } from './read-calls.ts';

const text = {
  title: 'Calls | প্রাঙ্গণ',
  description: 'Every call of the public site and of the back office, with what it takes and answers.',
  keywords: 'API, OpenAPI',
};

/** The API reference changes with the program only, so it depends on no content. */
export function referencePage(site: Site): void {
  publicPage(site, callsReference, [], async () => ({
    text,
    sheet: 'reference',
    body: <ReferencePage groups={readCalls(site.http.describedCalls())} />,
  }));
}
