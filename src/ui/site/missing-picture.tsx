import { Icon } from './icon.tsx';

/** Stands where a picture was not given. */
export function MissingPicture() {
  return (
    <div className="picture picture-missing">
      <Icon name="alpona" className="" />
    </div>
  );
}
