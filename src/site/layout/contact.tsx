import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import { type SocialNetwork, whatsappLink } from '#content/settings/schema.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { Icon } from '#ui/site/icon.tsx';
import { footerWords } from '../strings.ts';

/** Contact data; nothing where staff left all of it empty. */
export function FooterContact() {
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
              <span>
                <span lang="en">WhatsApp</span> {whatsapp.shown}
              </span>
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
        <ul className="footer-social" aria-label={footerWords.social}>
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

const networkNames: Record<SocialNetwork, string> = {
  facebook: 'ফেসবুক',
  youtube: 'ইউটিউব',
  linkedin: 'লিংকডইন',
  x: 'এক্স',
  instagram: 'ইনস্টাগ্রাম',
};

function BrandMark({ of }: { of: SocialNetwork }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {marks[of]}
    </svg>
  );
}

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
