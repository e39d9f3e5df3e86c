import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { words } from '../words.ts';
import { Brand } from './brand.tsx';
import { currentOf, demoFormOf, menuLinks } from './links.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** The menu of a narrow screen. The loader opens it as a modal dialog. */
export function Drawer({ path }: { path: string }) {
  return (
    <dialog className="drawer on-dark" aria-label={words.menu}>
      <div className="drawer-head">
        <Brand />
        <a href={pages.search} className="icon-button" aria-label={words.search}>
          <Icon name="search" />
        </a>
        <ThemeToggle />
        <button type="button" className="icon-button" data-drawer-close aria-label={words.closeMenu}>
          <Icon name="close" />
        </button>
      </div>
      <nav className="drawer-nav" aria-label={words.navigation}>
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
          {words.askDemo}
        </a>
        <a href={pages.login} className="button button-quiet-on-dark">
          <Icon name="enter" />
          {words.login}
        </a>
      </div>
    </dialog>
  );
}
