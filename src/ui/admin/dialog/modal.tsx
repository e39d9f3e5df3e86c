import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** For more than a few fields. */
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with a title and a way out. It is open as long as it is drawn. */
export function Modal({ title, onClose, wide = false, children }: ModalProps) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          aria-describedby={undefined}
          onInteractOutside={spareToasts}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={focusBack}
        >
          <div className="dialog-head">
            <Dialog.Title className="dialog-title">{title}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Who opens a form wants to fill it in; the way out comes later. */
function focusFirstField(event: Event): void {
  const field = (event.target as HTMLElement).querySelector<HTMLElement>('.control, .image-drop');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** The end of a form in a dialog: the way out, and then the way on. */
export function DialogButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="dialog-buttons">
      <button type="button" className="button button-text" onClick={onCancel}>
        Cancel
      </button>
      {children}
    </div>
  );
}

/**
 * For `onCloseAutoFocus`: dialogs that are drawn when they are needed know no trigger, so the focus goes back to what
 * had it before, unless something else has taken it.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(whereFocusWas);
  return (event) => {
    event.preventDefault();
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
  };
}

/** An item of a menu is gone with it; its button stays. */
function whereFocusWas(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
}

/** For `onInteractOutside`: toasts lie over everything, and a touch of one closes nothing. */
export function spareToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault();
}
