import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { cutText } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { siteStrings } from '../strings.ts';

export function Brand() {
  const { name, logo } = useVendor();
  return (
    <a href={pages.home} className="brand" aria-label={siteStrings.homeOf(name)}>
      {logo ? (
        <span className="brand-logo">
          <PictureImage picture={logo} alt="" sizes="160px" eager />
        </span>
      ) : (
        <Icon name="logo" className="" />
      )}
      <span className={isLong(name) ? 'brand-name brand-long' : 'brand-name'}>{name}</span>
    </a>
  );
}

/** More than 12 graphemes. */
function isLong(name: string): boolean {
  return cutText(name, 12) !== name;
}
