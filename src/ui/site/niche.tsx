import type { Picture } from '#api/picture.ts';
import { Alpona } from './alpona.tsx';
import { Icon } from './icon.tsx';
import { PictureImage } from './picture-image.tsx';

interface NicheProps {
  picture: Picture | null;
  sizes: string;
  eager?: boolean | undefined;
}

/** A niche with a picture; an alpona if there is none. */
export function Niche({ picture, sizes, eager }: NicheProps) {
  return (
    <span className="niche">
      <Icon name="niche" className="" />
      <span className="niche-thing">
        {picture ? <PictureImage picture={picture} alt="" sizes={sizes} eager={eager} /> : <Alpona />}
      </span>
    </span>
  );
}
