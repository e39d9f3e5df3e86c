import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { notifyNotLoaded } from '../notify.tsx';
import type { OpenMenu } from './open-menu.tsx';

interface MenuButtonProps extends ComponentProps<'button'> {
  /** `MenuItem`, `MenuLabel` and `MenuLine`. */
  menu: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  menuClass?: string;
}

/**
 * A button with a menu. Radix is loaded when the first menu is about to open, as a board has a hundred of these
 * buttons.
 */
export function MenuButton({ menu, side = 'bottom', align = 'end', menuClass, ...button }: MenuButtonProps) {
  const [opened, setOpened] = useState<{ Opened: typeof OpenMenu; byKeyboard: boolean } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  async function open(byKeyboard: boolean) {
    try {
      const { OpenMenu: Opened } = await load();
      setOpened({ Opened, byKeyboard });
    } catch {
      notifyNotLoaded();
    }
  }

  return (
    <>
      <button
        {...button}
        type="button"
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
        onClick={({ detail }) => (opened ? setOpened(null) : void open(detail === 0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          void open(true);
        }}
      />
      {opened && (
        <opened.Opened
          {...{ opener, side, align }}
          className={menuClass ? `menu ${menuClass}` : 'menu'}
          byKeyboard={opened.byKeyboard}
          onClose={() => setOpened(null)}
        >
          {menu}
        </opened.Opened>
      )}
    </>
  );
}

const load = () => import('./open-menu.tsx');

/** A failed preload is reported when the button is pressed. */
function loadSoon(): void {
  load().catch(() => undefined);
}
