import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import { type SocialNetwork, whatsappLink } from '#content/settings/schema.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { cutText } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { footerWords, siteStrings } from '../strings.ts';
import { demoFormOf, hasOpenForm } from './links.ts';

const networkNames: Record<SocialNetwork, string> = {
  facebook: 'ফেসবুক',
  youtube: 'ইউটিউব',
  linkedin: 'লিংকডইন',
  x: 'এক্স',
  instagram: 'ইনস্টাগ্রাম',
};

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75, strokeLinecap: 'round' } as const;

const marks: Record<SocialNetwork, ReactNode> = {
  facebook: <path d="M14 8.5h2.5V5H14c-2.5 0-4 1.6-4 4v2H7.5v3.5H10V22h3.6v-7.5h2.6l.6-3.5h-3.2V9.2c0-.5.2-.7.4-.7Z" />,
  youtube: (
    <>
      <rect {...line} x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="M10.2 9.2v5.6l4.8-2.8Z" />
    </>
  ),
  linkedin: (
    <>
      <path {...line} strokeWidth={2.4} d="M5 10v9M10 19v-9M10 14c0-2.6 1.6-4 4-4s4 1.4 4 4v5" />
      <circle cx="5" cy="5.6" r="1.8" />
    </>
  ),
  x: <path {...line} strokeWidth={2} d="M4.5 4.5 19.5 19.5M19 4.5 5 19.5" />,
  instagram: (
    <>
      <rect {...line} x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle {...line} cx="12" cy="12" r="4" />
      <circle cx="17" cy="7" r="1.2" />
    </>
  ),
};

export function Footer({ path }: { path: string }) {
  const { name, tagline } = useVendor();
  return (
    <footer className="site-footer on-dark">
      <div className="vine-space later">
        <Vine />
      </div>
      <div className="shell">
        {!hasOpenForm(path) && (
          <div className="footer-line wrap later">
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
          <FooterContact />
          <nav aria-label={footerWords.navigation}>
            <FooterColumn title={footerWords.pages} links={pageLinks} />
            <FooterColumn title={footerWords.help} links={helpLinks} />
          </nav>
        </div>
        <div className="footer-end flow later">
          <span>
            © {bengaliDigits(new Date().getFullYear())} {name}
          </span>
          <span className="footer-legal flow">
            <a href={pages.privacy}>{footerWords.privacy}</a>
            <a href={pages.terms}>{footerWords.terms}</a>
          </span>
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
            {leaves.map((place) => (
              <use key={place} href="#vine-leaf" transform={place} />
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
  'translate(28 11) rotate(180)',
  'translate(16 13) rotate(222)',
  'translate(40 13) rotate(138)',
  'translate(84 33) rotate(0)',
  'translate(72 31) rotate(-42)',
  'translate(96 31) rotate(42)',
];

const buds = [
  [28, 4, 1.9],
  [21, 5.5, 1.2],
  [35, 5.5, 1.2],
  [84, 40, 1.9],
  [77, 38.5, 1.2],
  [91, 38.5, 1.2],
] as const;

/** Contact data; nothing where staff left all of it empty. */
function FooterContact() {
  const { phone, whatsapp, email, address, social } = useVendor();
  if (!phone && !whatsapp && !email && !address && social.length === 0) return null;
  return (
    <div className="footer-contact later">
      <h3>{footerWords.contact}</h3>
      <ul>
        {phone && (
          <li>
            <a href={`tel:${phone.number}`}>
              <Icon name="phone" />
              {phone.shown}
            </a>
          </li>
        )}
        {whatsapp && (
          <li>
            <a href={whatsappLink(whatsapp)} rel="noopener noreferrer">
              <Icon name="whatsapp" />
              <span>হোয়াটসঅ্যাপ {whatsapp.shown}</span>
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`}>
              <Icon name="mail" />
              <span className="footer-mail" lang="en">
                {email}
              </span>
            </a>
          </li>
        )}
      </ul>
      {address && (
        <address>
          <Icon name="place" />
          <span>{bengaliDigits(address)}</span>
        </address>
      )}
      {social.length > 0 && (
        <ul className="footer-social flow" aria-label={footerWords.social}>
          {social.map(({ network, url }) => (
            <li key={network}>
              <a href={url} rel="me noopener noreferrer" className="icon-button">
                <span className="sr-only">{networkNames[network]}</span>
                <BrandMark of={network} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function BrandMark({ of }: { of: SocialNetwork }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {marks[of]}
    </svg>
  );
}

export function Brand() {
  const { name, logo } = useVendor();
  return (
    <a href={pages.home} className="brand" aria-label={siteStrings.homeOf(name)}>
      {logo ? (
        <span className="brand-logo">
          <PictureImage picture={logo} alt="" sizes="160px" eager />
        </span>
      ) : (
        <Icon name="logo" className="" />
      )}
      <span className={isLong(name) ? 'brand-name brand-long' : 'brand-name'}>{name}</span>
    </a>
  );
}

/** More than 12 graphemes. */
function isLong(name: string): boolean {
  return cutText(name, 12) !== name;
}
