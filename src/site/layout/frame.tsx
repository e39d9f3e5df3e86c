import type { ReactNode } from 'react';
import { contactLinks } from '#content/settings/contact-links.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { offlineWords, siteStrings } from '../strings.ts';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { Header, ThemeToggle } from './header.tsx';
import { currentOf, demoFormOf, menuLinks } from './links.ts';

export function SiteFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {siteStrings.skip}
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

function Drawer({ path }: { path: string }) {
  return (
    <dialog className="drawer on-dark" aria-label={siteStrings.menu}>
      <div className="drawer-head">
        <Brand />
        <a href={pages.search} className="icon-button" aria-label={siteStrings.search}>
          <Icon name="search" />
        </a>
        <ThemeToggle />
        <button type="button" className="icon-button" data-drawer-close aria-label={siteStrings.closeMenu}>
          <Icon name="close" />
        </button>
      </div>
      <nav className="drawer-nav" aria-label={siteStrings.navigation}>
        <ul>
          {menuLinks.map(({ href, text }) => (
            <li key={href}>
              <a href={href} aria-current={currentOf(href, path)}>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="drawer-foot">
        <a href={demoFormOf(path)} className="button button-action-on-dark">
          {siteStrings.wantDemo}
        </a>
        <CallLinks calls={contactLinks(useVendor())} kind="button-quiet-on-dark" />
        <a href={pages.login} className="button button-quiet-on-dark">
          <Icon name="enter" />
          {siteStrings.login}
        </a>
      </div>
    </dialog>
  );
}
