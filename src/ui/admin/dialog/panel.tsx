import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { spareToasts, useFocusBack } from './modal.tsx';

interface PanelProps extends Omit<ComponentProps<typeof Dialog.Content>, 'title'> {
  title: string;
  /** The title is a name that staff gave. */
  named?: boolean;
  /** Below the title. */
  under?: ReactNode;
  /** Beside the way out. */
  tools?: ReactNode;
  onClose: () => void;
}

/** One thing of a screen, on the right, over the others. It is open as long as it is drawn; a body, and a foot below it. */
export function Panel({ title, named = false, under, tools, onClose, className, children, ...content }: PanelProps) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={spareToasts}
          onCloseAutoFocus={focusBack}
          {...content}
          className={className ? `panel ${className}` : 'panel'}
        >
          <header className="panel-head">
            <div>
              <Dialog.Title className="dialog-title" lang={named ? 'bn' : undefined}>
                {title}
              </Dialog.Title>
              {under}
            </div>
            <div className="panel-tools">
              {tools}
              <Dialog.Close className="icon-button" aria-label="Close">
                <X aria-hidden="true" />
              </Dialog.Close>
            </div>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
