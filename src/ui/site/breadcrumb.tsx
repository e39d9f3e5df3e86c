import { words } from './words.ts';

interface BreadcrumbProps {
  /** The pages above this one, from the home page down. */
  links: { href: string; text: string }[];
  here: string;
}

export function Breadcrumb({ links, here }: BreadcrumbProps) {
  return (
    <nav className="trail" aria-label={words.breadcrumb}>
      <ol>
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
