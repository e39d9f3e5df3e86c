import { whatsappLink } from '#site-settings/schema.ts';
import { useVendor } from '#site-settings/vendor-context.ts';
import { bengaliDigits } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { footerWords } from '../words.ts';
import { BrandMark } from './brand-mark.tsx';
import { networkNames } from './networks.ts';

/** How to reach the vendor. What staff left empty is not there; with nothing at all the column is away too. */
export function Contact() {
  const { phone, whatsapp, email, address, social } = useVendor();
  if (!phone && !whatsapp && !email && !address && social.length === 0) return null;
  return (
    <div className="footer-contact">
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
              <BrandMark of="whatsapp" />
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
