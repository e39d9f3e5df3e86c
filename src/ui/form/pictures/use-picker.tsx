import { type ComponentType, type ReactNode, useState } from 'react';
import type { LibraryPicture } from '#wire/library-picture.ts';
import { notifyFailed } from '../../admin/notify.tsx';
import type { PickerProps } from './picker.tsx';

/** Opens the library of pictures over the form, and draws it where the answer's `picker` is put. */
export function usePicker(onPick: (picture: LibraryPicture) => void): { open: () => void; picker: ReactNode } {
  const [Picker, setPicker] = useState<ComponentType<PickerProps> | null>(null);

  // Not React.lazy: what does not come must not take the form down, and may be asked for again.
  function open() {
    import('./picker.tsx').then(
      ({ default: loaded }) => setPicker(() => loaded),
      () => notifyFailed('The library did not load. Try again.'),
    );
  }

  function pick(picture: LibraryPicture) {
    setPicker(null);
    onPick(picture);
  }

  return { open, picker: Picker && <Picker onPick={pick} onClose={() => setPicker(null)} /> };
}
