import { pages } from '#paths.ts';
import { sharedStrings } from './strings.ts';

interface BreadcrumbProps {
  links: { href: string; text: string }[];
  here: string;
}

export function Breadcrumb({ links, here }: BreadcrumbProps) {
  return (
    <nav className="trail" aria-label={sharedStrings.breadcrumb}>
      <ol>
        {[{ href: pages.home, text: sharedStrings.home }, ...links].map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        {/* On a phone the heading right below shows the same text. */}
        <li className="sr-only-on-phone" aria-current="page">
          {here}
        </li>
      </ol>
    </nav>
  );
}
