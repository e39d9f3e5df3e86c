import type { Picture } from '#ui/picture.ts';
import { Icon } from './icon.tsx';
import { PictureImage } from './picture-image.tsx';

/** A wall niche with something on its sill; an alpona where nothing was put. */
export function Niche({ picture, sizes }: { picture: Picture | null; sizes: string }) {
  return (
    <span className="niche">
      <Icon name="niche" className="" />
      <span className="niche-thing">
        {picture ? <PictureImage picture={picture} alt="" sizes={sizes} /> : <Icon name="alpona" className="" />}
      </span>
    </span>
  );
}
