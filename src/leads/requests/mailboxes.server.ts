/** Maps the spellings of one mailbox to the same address for rate limits: tags are removed, and the dots of Gmail. */
export function foldMailbox(email: string): string {
  const domain = domainOf(email);
  const [name = ''] = email.slice(0, email.lastIndexOf('@')).toLowerCase().split('+');
  return gmail.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

export function isLargeProvider(email: string): boolean {
  return large.has(domainOf(email));
}

const gmail = new Set(['gmail.com', 'googlemail.com']);

const large = new Set([
  ...gmail,
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.in',
  'ymail.com',
  'rocketmail.com',
  'aol.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'zoho.com',
  'zohomail.com',
  'gmx.com',
  'gmx.net',
  'mail.com',
  'yandex.com',
]);
