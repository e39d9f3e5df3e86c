import { StatusSwitch } from '#ui/form/text-field.tsx';
import { ImageField } from '../../pictures/image-field.tsx';

/** Beside the fields of a record: its picture, and whether it is shown. */
export function PictureSide(props: Pick<Parameters<typeof ImageField>[0], 'existing' | 'hint'>) {
  return (
    <>
      <ImageField name="image" label="Image" required {...props} />
      <StatusSwitch />
    </>
  );
}
