import { Logo } from '#ui/admin/drawings/logo.tsx';
import type { Customers } from './schema.ts';

/** The vendor's name as staff wrote it, which the document of the back office brings along. */
export const vendorName = told('vendor-name');

/** The picture that staff uploaded, or the drawn courtyard. */
export function VendorMark() {
  const logo = told('vendor-logo');
  if (!logo) return <Logo />;
  return (
    <span className="vendor-logo">
      <img src={logo} alt="" />
    </span>
  );
}

/** What customers are told at the sign-in. */
export function toldCustomers(): Customers | null {
  const [text, link] = [told('customers-text'), told('customers-link')];
  return text ? { text, link: link || null } : null;
}

function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
