import type { ReactNode } from 'react';
import { useLazyComponent } from '../lazy-component.tsx';
import { notifyNotLoaded } from '../notify.tsx';
import type { FrameProps } from './open-frame.tsx';

interface ModalProps {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

export function Modal({ wide = false, ...props }: ModalProps) {
  return (
    <DialogFrame
      kind="dialog"
      className={wide ? 'dialog-wide' : undefined}
      onOpenAutoFocus={focusFirstField}
      {...props}
    />
  );
}

/** Focuses the first field rather than the close button. */
function focusFirstField(event: Event): void {
  const field = (event.target as HTMLElement).querySelector<HTMLElement>('.control, .image-drop');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

interface DialogButtonsProps {
  onCancel: () => void;
  /** A button apart from the others. */
  aside?: ReactNode;
  children: ReactNode;
}

export function DialogButtons({ onCancel, aside, children }: DialogButtonsProps) {
  return (
    <div className="dialog-buttons">
      {aside}
      <button type="button" className="button button-text" onClick={onCancel}>
        Cancel
      </button>
      {children}
    </div>
  );
}

export function Panel(props: Omit<FrameProps, 'kind'>) {
  return <DialogFrame kind="panel" {...props} />;
}

/**
 * The frame of modals and panels. Radix is loaded with the first dialog or when the page is idle, so that no screen
 * waits for it.
 */
function DialogFrame(props: FrameProps) {
  const Opened = useLazyComponent(load, true, () => {
    props.onClose();
    notifyNotLoaded();
  });
  return Opened && <Opened {...props} />;
}

const load = () => import('./open-frame.tsx');
