import { pages } from '#paths.ts';
import { useVendor } from '#site-settings/vendor-context.ts';
import { bengaliDigits } from '#ui/site/bengali.ts';
import { footerWords, words } from '../words.ts';
import { Brand } from './brand.tsx';
import { Contact } from './contact.tsx';
import { demoFormOf } from './links.ts';
import { Vine } from './vine.tsx';

export function Footer({ path }: { path: string }) {
  const { name, tagline } = useVendor();
  return (
    <footer className="site-footer later on-dark">
      <div className="vine-space">
        <Vine />
      </div>
      <div className="shell">
        <div className="footer-line">
          <h2>{footerWords.invitation}</h2>
          <a href={demoFormOf(path)} className="button button-action-on-dark">
            {words.askDemo}
          </a>
        </div>
        {/* Where the menu leads without JavaScript. The navigation itself has no box to scroll to. */}
        <div id="footer-navigation" className="footer-columns">
          <div>
            <Brand />
            <p>{tagline}</p>
          </div>
          <nav aria-label={footerWords.navigation}>
            <FooterColumn title={footerWords.pages} links={pageLinks} />
            <FooterColumn title={footerWords.help} links={helpLinks} />
          </nav>
          <Contact />
        </div>
        <div className="footer-end">
          <span>
            © {bengaliDigits(new Date().getFullYear())} {name}
          </span>
          <span>{footerWords.made}</span>
        </div>
      </div>
    </footer>
  );
}

const pageLinks = [
  { href: pages.about, text: 'পরিচিতি' },
  { href: pages.features, text: 'ফিচার' },
  { href: pages.packages, text: 'প্যাকেজ' },
];

const helpLinks = [
  { href: pages.clients, text: footerWords.clients },
  { href: pages.downloads, text: 'ডাউনলোড' },
  { href: pages.search, text: words.search },
  { href: pages.login, text: words.login },
];

function FooterColumn({ title, links }: { title: string; links: { href: string; text: string }[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
