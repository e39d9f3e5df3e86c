import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { ignoreToastClick, useFocusBack } from './focus-back.ts';

export interface FrameProps extends Omit<DialogBoxProps, 'title'> {
  /** A centred dialog, or a panel on the right. */
  kind: 'dialog' | 'panel';
  title: string;
  /** The title is a name entered by staff. */
  named?: boolean;
  under?: ReactNode;
  tools?: ReactNode;
}

/** A `Frame` while it is open. */
export default function OpenFrame({
  kind,
  title,
  named = false,
  under,
  tools,
  onClose,
  className,
  children,
  ...content
}: FrameProps) {
  return (
    <DialogBox
      onInteractOutside={ignoreToastClick}
      {...{ onClose, ...content }}
      className={className ? `${kind} ${className}` : kind}
    >
      <header className={`${kind}-head`}>
        <div>
          <Dialog.Title className="dialog-title" lang={named ? 'bn' : undefined}>
            {title}
          </Dialog.Title>
          {under}
        </div>
        <div className={`${kind}-tools`}>
          {tools}
          <Dialog.Close className="icon-button" aria-label="Close">
            <X />
          </Dialog.Close>
        </div>
      </header>
      {children}
    </DialogBox>
  );
}

interface DialogBoxProps extends ComponentProps<typeof Dialog.Content> {
  onClose: () => void;
}

/** What is open over everything else, whatever its look: it has the focus, and gives it back. */
export function DialogBox({ onClose, ...content }: DialogBoxProps) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content aria-describedby={undefined} onCloseAutoFocus={focusBack} {...content} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}
