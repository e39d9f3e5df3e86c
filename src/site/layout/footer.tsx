import { bengaliDigits } from '#api/text.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { footerWords, siteStrings } from '../strings.ts';
import { Brand } from './brand.tsx';
import { FooterContact } from './contact.tsx';
import { demoFormOf, hasOpenForm } from './links.ts';

export function Footer({ path }: { path: string }) {
  const { name, tagline } = useVendor();
  return (
    <footer className="site-footer on-dark">
      <div className="vine-space later">
        <Vine />
      </div>
      <div className="shell">
        {!hasOpenForm(path) && (
          <div className="footer-line later">
            <h2>{footerWords.invitation}</h2>
            <a href={demoFormOf(path)} className="button button-action-on-dark">
              {siteStrings.wantDemo}
            </a>
          </div>
        )}
        {/* Target of the menu link without JavaScript. The `nav` element has no box (`display: contents`). */}
        <div id="footer-navigation" className="footer-columns">
          <div className="later">
            <Brand />
            <p>{tagline}</p>
          </div>
          <nav aria-label={footerWords.navigation}>
            <FooterColumn title={footerWords.pages} links={pageLinks} />
            <FooterColumn title={footerWords.help} links={helpLinks} />
          </nav>
          <FooterContact />
        </div>
        <div className="footer-end later">
          <span>
            © {bengaliDigits(new Date().getFullYear())} {name}
          </span>
          <span className="footer-legal">
            <a href={pages.privacy}>{footerWords.privacy}</a>
            <a href={pages.terms}>{footerWords.terms}</a>
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
  { href: pages.news, text: 'খবর' },
  { href: pages.faq, text: footerWords.faq },
];

const helpLinks = [
  { href: pages.clients, text: footerWords.clients },
  { href: pages.downloads, text: 'ডাউনলোড' },
  { href: pages.search, text: siteStrings.search },
  { href: pages.login, text: siteStrings.login },
];

function FooterColumn({ title, links }: { title: string; links: { href: string; text: string }[] }) {
  return (
    <div className="later">
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

/** Alpona ornament as an inline SVG pattern: no extra request, and it takes the theme's colour. */
function Vine() {
  return (
    <svg className="vine" aria-hidden="true">
      <defs>
        <path id="vine-leaf" d="M0 0C-7-4-7-12 0-17C7-12 7-4 0 0Z" />
        <pattern id="vine" width="112" height="44" patternUnits="userSpaceOnUse">
          <path d="M0 22C14 6 42 6 56 22S98 38 112 22" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <g fill="currentColor">
            {leaves.map(([x, y, turn]) => (
              <use key={`${x}`} href="#vine-leaf" transform={`translate(${x} ${y}) rotate(${turn})`} />
            ))}
            {buds.map(([x, y, radius]) => (
              <circle key={`${x}`} cx={x} cy={y} r={radius} />
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="44" fill="url(#vine)" />
    </svg>
  );
}

const leaves = [
  [28, 11, 180],
  [16, 13, 222],
  [40, 13, 138],
  [84, 33, 0],
  [72, 31, -42],
  [96, 31, 42],
] as const;

const buds = [
  [28, 4, 1.9],
  [21, 5.5, 1.2],
  [35, 5.5, 1.2],
  [84, 40, 1.9],
  [77, 38.5, 1.2],
  [91, 38.5, 1.2],
] as const;
