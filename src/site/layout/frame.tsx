import { type ReactNode, useContext } from 'react';
import { contactLinks, useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { IslandCodes } from '#ui/site/island.tsx';
import { offlineWords, siteStrings } from '../strings.ts';
import { Brand, Footer } from './footer.tsx';
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

const searchLink = { href: pages.search, text: siteStrings.search };

function Drawer({ path }: { path: string }) {
  const { drawer } = useContext(IslandCodes);
  return (
    <dialog className="drawer on-dark" data-src={drawer?.join(' ')} aria-label={siteStrings.menu}>
      <div className="drawer-head row">
        <Brand />
        <ThemeToggle />
        <button type="button" className="icon-button" data-drawer-close aria-label={siteStrings.closeMenu}>
          <Icon name="close" />
        </button>
      </div>
      <nav className="drawer-nav" aria-label={siteStrings.navigation}>
        <ul>
          {[searchLink, ...menuLinks].map(({ href, text }) => (
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

function Header({ path }: { path: string }) {
  return (
    <header className="site-header">
      <div className="shell">
        <Brand />
        <nav className="site-nav" aria-label={siteStrings.navigation}>
          <ul>
            {menuLinks.map(({ href, text }) => (
              <li key={href}>
                <a href={href} aria-current={currentOf(href, path)}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a
          href={pages.search}
          className="icon-button header-search"
          aria-label={siteStrings.search}
          aria-current={currentOf(pages.search, path)}
        >
          <Icon name="search" />
        </a>
        <div className="desktop-only">
          <ThemeToggle />
        </div>
        <a href={pages.login} className="button button-quiet button-small desktop-only">
          <Icon name="enter" />
          {siteStrings.login}
        </a>
        <a href={demoFormOf(path)} className="button button-action button-small">
          {siteStrings.wantDemo}
        </a>
        <button
          type="button"
          className="icon-button mobile-only with-js"
          data-drawer-open
          aria-haspopup="dialog"
          aria-expanded="false"
          aria-label={siteStrings.openMenu}
        >
          <Icon name="menu" className="icon" />
        </button>
        <a href="#footer-navigation" className="icon-button mobile-only without-js" aria-label={siteStrings.menu}>
          <Icon name="menu" />
        </a>
      </div>
    </header>
  );
}

/** loader.ts handles it; without JavaScript the button is hidden and the system's theme applies. */
function ThemeToggle() {
  return (
    <button
      type="button"
      className="icon-button with-js"
      data-theme-toggle
      aria-pressed="false"
      aria-label={siteStrings.evening}
    >
      <Icon name="moon" className="icon moon" />
      <Icon name="sun" className="icon sun" />
    </button>
  );
}
