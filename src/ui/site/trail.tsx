import { words } from './words.ts';

interface TrailProps {
  /** The pages above this one, from the home page down. */
  links: { href: string; text: string }[];
  here: string;
}

export function Trail({ links, here }: TrailProps) {
  return (
    <nav className="trail" aria-label={words.trail}>
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
