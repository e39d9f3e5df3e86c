import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useFocusBack } from '#ui/admin/dialog/focus-back.ts';
import { Menu } from './menu.tsx';

export default function Drawer({ onClose }: { onClose: () => void }) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="drawer on-dark" aria-describedby={undefined} onCloseAutoFocus={focusBack}>
          <Dialog.Title className="sr-only">Main menu</Dialog.Title>
          <Dialog.Close className="icon-button" aria-label="Close the menu">
            <X />
          </Dialog.Close>
          <Menu onChoose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
