import type { Menu } from 'radix-ui/internal';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';

export const MenuParts = createContext<Pick<typeof Menu, 'Item' | 'Label' | 'Separator'> | null>(null);

type ItemProps = ComponentProps<typeof Menu.Item>;

export function MenuItem({ className, ...item }: ItemProps) {
  const { Item } = useParts();
  return <Item className={className ? `menu-item ${className}` : 'menu-item'} {...item} />;
}

export function MenuLabel({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  const { Label } = useParts();
  return <Label className={quiet ? 'menu-label note' : 'menu-label'}>{children}</Label>;
}

export function MenuLine() {
  const { Separator } = useParts();
  return (
    <Separator asChild>
      <hr />
    </Separator>
  );
}

function useParts() {
  const parts = use(MenuParts);
  if (!parts) throw new TypeError('An item stands outside of a menu.');
  return parts;
}
