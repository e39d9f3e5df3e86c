import type { ReactNode } from 'react';
import { offlineWords, words } from '../words.ts';
import { Drawer } from './drawer.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** What stands around the content of every public page. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {words.skip}
      </a>
      <Header path={path} />
      <main id="main" tabIndex={-1}>
        <p className="offline-note">{offlineWords.copy}</p>
        {children}
      </main>
      <Footer path={path} />
      <Drawer path={path} />
    </>
  );
}
