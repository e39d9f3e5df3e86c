import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { notifyFailed } from '../notify.tsx';
import type { OpenMenu } from './open-menu.tsx';

interface MenuButtonProps extends ComponentProps<'button'> {
  /** What stands in the menu: `MenuItem`, `MenuLabel`, `MenuLine`. */
  menu: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  menuClass?: string;
}

/**
 * A button that opens a menu. What makes it a menu comes when somebody is about to open the first one: a board has a
 * hundred of these buttons, and every screen waits for what comes with it.
 */
export function MenuButton({ menu, side = 'bottom', align = 'end', menuClass, ...button }: MenuButtonProps) {
  const [opened, setOpened] = useState<{ Opened: typeof OpenMenu; byKeyboard: boolean } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  async function open(byKeyboard: boolean) {
    try {
      const { OpenMenu: Opened } = await load();
      setOpened({ Opened, byKeyboard });
    } catch {
      notifyFailed('The menu could not be loaded. Try again.');
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

/** Where that fails, pressing the button says so. */
function loadSoon(): void {
  load().catch(() => undefined);
}
