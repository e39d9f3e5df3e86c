import { Menu } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { MenuParts } from './menu-items.tsx';

interface OpenMenuProps {
  opener: RefObject<HTMLButtonElement | null>;
  side: 'top' | 'bottom';
  align: 'start' | 'end';
  className: string;
  /** Whoever came by keyboard stands on the first item. */
  byKeyboard: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of a `MenuButton`, as long as it is open. It stands beside a button that was there before it, hence no `DropdownMenu`. */
export function OpenMenu({ opener, side, align, className, byKeyboard, onClose, children }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  const leftByPointer = useRef(false);
  useEffect(() => {
    if (!byKeyboard) return;
    // After the menu has taken the focus itself; a letter that was pressed by then has chosen an item already.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.role === 'menuitem') return;
      content.current?.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [byKeyboard]);
  const place = opener.current?.closest('[role="dialog"]') ?? document.getElementById('content');
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Menu.Anchor virtualRef={opener as RefObject<HTMLButtonElement>} />
      <Menu.Portal container={place}>
        <Menu.Content
          ref={content}
          className={className}
          aria-label={opener.current?.ariaLabel ?? opener.current?.innerText}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button closes it by itself.
            if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault();
            else leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!leftByPointer.current) opener.current?.focus();
          }}
        >
          <MenuParts value={Menu}>{children}</MenuParts>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
