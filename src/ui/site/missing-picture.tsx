import { Alpona } from './alpona.tsx';

/** Stands where a picture was not given. */
export function MissingPicture() {
  return (
    <div className="picture picture-missing">
      <Alpona />
    </div>
  );
}
