import type { ReactNode } from 'react';
import { Frame } from './frame.tsx';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** For more than a few fields. */
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with a title and a way out. It is open as long as it is drawn. */
export function Modal({ wide = false, ...props }: ModalProps) {
  return (
    <Frame kind="dialog" className={wide ? 'dialog-wide' : undefined} onOpenAutoFocus={focusFirstField} {...props} />
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
