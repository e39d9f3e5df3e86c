import { type ComponentType, type ReactNode, useState } from 'react';
import type { LibraryPicture } from '#api/library-picture.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import type { PickerProps } from './picker.tsx';

/** Opens the library in a dialog, which the caller renders as `picker`. */
export function usePicker(onPick: (picture: LibraryPicture) => void): { open: () => void; picker: ReactNode } {
  const [Picker, setPicker] = useState<ComponentType<PickerProps> | null>(null);

  // Not React.lazy: a failed import must not unmount the form, and can be retried.
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
