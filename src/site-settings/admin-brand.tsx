import { Logo } from '#ui/admin/drawings/logo.tsx';
import type { Customers } from './schema.ts';

/** From a meta tag of the admin. */
export const vendorName = told('vendor-name');

export function VendorMark() {
  const logo = told('vendor-logo');
  if (!logo) return <Logo />;
  return (
    <span className="vendor-logo">
      <img src={logo} alt="" />
    </span>
  );
}

export function toldCustomers(): Customers | null {
  const [text, link] = [told('customers-text'), told('customers-link')];
  return text ? { text, link: link || null } : null;
}

function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
