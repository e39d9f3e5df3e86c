import { ChevronDown, type LucideIcon } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

interface ToolProps {
  name: string;
  icon: LucideIcon;
  onUse: () => void;
  pressed?: boolean;
  /** Disabled, but still focusable. */
  resting?: boolean;
}

export function Tool({ name, icon: Icon, onUse, pressed, resting = false }: ToolProps) {
  return (
    <Toolbar.Button
      className="tool"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      aria-disabled={resting || undefined}
      onClick={() => !resting && onUse()}
    >
      <Icon aria-hidden="true" />
    </Toolbar.Button>
  );
}

interface ToolMenuProps {
  name: string;
  /** What the button shows. */
  face: ReactNode;
  wide?: boolean;
  pressed?: boolean;
  children: ReactNode;
}

export function ToolMenu({ name, face, wide = false, pressed = false, children }: ToolMenuProps) {
  const chosen = useRef(false);
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) chosen.current = false;
      }}
    >
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger
          className={wide ? 'tool tool-wide' : 'tool tool-menu'}
          aria-label={name}
          title={name}
          data-pressed={pressed || undefined}
        >
          {face}
          <ChevronDown className="tool-arrow" aria-hidden="true" />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu tool-items"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // The chosen action has moved the focus into the text or a dialog.
          onCloseAutoFocus={(event) => chosen.current && event.preventDefault()}
          onClick={() => {
            chosen.current = true;
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  name: string;
  icon: LucideIcon;
  onUse: () => void;
  checked?: boolean;
}

export function ToolItem({ name, icon: Icon, onUse, checked }: ItemProps) {
  const inside = (
    <>
      <Icon aria-hidden="true" />
      {name}
    </>
  );
  if (checked === undefined) {
    return (
      <DropdownMenu.Item className="menu-item" onSelect={onUse}>
        {inside}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.CheckboxItem className="menu-item" checked={checked} onSelect={onUse}>
      {inside}
    </DropdownMenu.CheckboxItem>
  );
}

export function ToolSeparator() {
  return <Toolbar.Separator className="tool-separator" />;
}

export function ItemSeparator() {
  return <DropdownMenu.Separator className="tool-items-separator" />;
}
