import { Logo } from '#ui/admin/logo.tsx';
import type { Customers } from './schema.ts';

/** From a meta tag of the admin. */
export const vendorName = readMeta('vendor-name');

export function VendorMark() {
  const logo = readMeta('vendor-logo');
  if (!logo) return <Logo />;
  return (
    <span className="vendor-logo">
      <img src={logo} alt="" />
    </span>
  );
}

export function customersHint(): Customers | null {
  const [text, link] = [readMeta('customers-text'), readMeta('customers-link')];
  return text ? { text, link: link || null } : null;
}

function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
