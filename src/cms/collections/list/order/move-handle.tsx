import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical, ListOrdered } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Row } from '#ui/admin/calls/api.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import type { Arranging } from './use-arranging.ts';

/** Drags a row; a click or Enter opens a menu with the same actions. */
export function MoveHandle<R extends Row>(props: { record: R; name: string; arranging: Arranging<R> }) {
  const { record, name, arranging } = props;
  const [choosing, setChoosing] = useState(false);
  const place = arranging.placeOf(record);
  const grouped = arranging.groupOf(record) !== '';
  const up = arranging.canMove(record, -1);
  const down = arranging.canMove(record, 1);

  return (
    <>
      <MenuButton
        className="handle"
        align="start"
        aria-label={`Move: ${name}`}
        {...arranging.handleProps(record)}
        menu={
          <>
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
          </>
        }
      >
        <GripVertical />
      </MenuButton>
      {choosing && (
        <PositionDialog
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
    <MenuItem disabled={!props.enabled} onSelect={props.onSelect}>
      <span aria-hidden="true">{props.icon}</span>
      {props.children}
    </MenuItem>
  );
}

interface PlaceDialogProps {
  name: string;
  place: number;
  total: number;
  onChoose: (place: number) => void;
  onClose: () => void;
}

/** Asks for the new position of a row, counted across all pages. */
function PositionDialog({ name, place, total, onChoose, onClose }: PlaceDialogProps) {
  const [text, setText] = useState(String(place));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = Number.parseInt(text, 10);
    if (Number.isNaN(chosen)) return;
    onClose();
    onChoose(chosen);
  }

  return (
    <Modal title="Move to place" onClose={onClose}>
      <form onSubmit={submit}>
        <label className="field">
          <span className="label">
            Place of ‘{name}’, from 1 to {total}
          </span>
          <input
            className="control"
            type="number"
            min={1}
            max={total}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-primary">
            Move
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
