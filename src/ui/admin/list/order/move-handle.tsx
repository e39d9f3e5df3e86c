import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical, ListOrdered } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../calls/pages.ts';
import { PlaceDialog } from './place-dialog.tsx';
import type { Arranging } from './use-arranging.ts';

/** Drags a row by mouse; a click, or Enter, opens the same as a menu. */
export function MoveHandle<R extends Row>(props: { record: R; name: string; arranging: Arranging<R> }) {
  const { record, name, arranging } = props;
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const place = arranging.placeOf(record);
  const grouped = arranging.groupOf(record) !== '';
  const up = arranging.canMove(record, -1);
  const down = arranging.canMove(record, 1);
  return (
    <>
      <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
        <DropdownMenu.Trigger
          className="handle"
          aria-label={`Move: ${name}`}
          {...arranging.handleProps(record)}
          // A press may be the beginning of a drag: the menu waits for the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setOpen(true)}
        >
          <GripVertical aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start">
            <Item icon={<ArrowUp />} enabled={up} onSelect={() => arranging.moveTo(record, place - 1)}>
              Move up
            </Item>
            <Item icon={<ArrowDown />} enabled={down} onSelect={() => arranging.moveTo(record, place + 1)}>
              Move down
            </Item>
            {!grouped && (
              <>
                <Item icon={<ArrowUpToLine />} enabled={up} onSelect={() => arranging.moveTo(record, 1)}>
                  Move to the top
                </Item>
                <Item
                  icon={<ArrowDownToLine />}
                  enabled={down}
                  onSelect={() => arranging.moveTo(record, arranging.total)}
                >
                  Move to the end
                </Item>
                <Item icon={<ListOrdered />} enabled={arranging.total > 1} onSelect={() => setChoosing(true)}>
                  Move to…
                </Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {choosing && (
        <PlaceDialog
          {...{ name, place }}
          total={arranging.total}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => arranging.moveTo(record, chosen)}
        />
      )}
    </>
  );
}

function Item(props: { icon: ReactNode; enabled: boolean; onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" disabled={!props.enabled} onSelect={props.onSelect}>
      <span aria-hidden="true">{props.icon}</span>
      {props.children}
    </DropdownMenu.Item>
  );
}
