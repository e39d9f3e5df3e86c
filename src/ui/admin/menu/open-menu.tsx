import { Menu } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { MenuParts } from './menu-items.tsx';

interface OpenMenuProps {
  opener: RefObject<HTMLButtonElement | null>;
  side: 'top' | 'bottom';
  align: 'start' | 'end';
  className: string;
  /** Opened by keyboard: the first item gets the focus. */
  byKeyboard: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of a `MenuButton` while it is open. The button is mounted before it, so it can't be a `DropdownMenu`. */
export function OpenMenu({ opener, side, align, className, byKeyboard, onClose, children }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  const leftByPointer = useRef(false);
  useEffect(() => {
    if (!byKeyboard) return;
    // After the menu has taken the focus; a key pressed before that may have selected an item.
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
            // The button toggles the menu itself.
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
