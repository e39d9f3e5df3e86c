import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { words } from '../words.ts';

export function Brand() {
  return (
    <a href={pages.home} className="brand" aria-label={words.homeOf}>
      <Icon name="logo" className="" />
      {words.brand}
    </a>
  );
}
