import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { DialogBox } from '#ui/admin/dialog/open-frame.tsx';
import { Menu } from './menu.tsx';

export default function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <DialogBox className="drawer on-dark" onClose={onClose}>
      <Dialog.Title className="sr-only">Main menu</Dialog.Title>
      <Dialog.Close className="icon-button" aria-label="Close the menu">
        <X />
      </Dialog.Close>
      <Menu onChoose={onClose} />
    </DialogBox>
  );
}
