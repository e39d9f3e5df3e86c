import type { Editor } from '@tiptap/core';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Captions,
  Combine,
  Grid2x2X,
  PanelLeft,
  PanelTop,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
} from 'lucide-react';
import { words } from '../words.ts';
import { ItemSeparator, Tool, ToolItem, ToolMenu } from './tool.tsx';

interface TableMenuProps {
  editor: Editor;
  /** Whether the caret is in a table. */
  inside: boolean;
  onCaption: () => void;
}

/** Inserts a table; inside of one, changes it. */
export function TableMenu({ editor, inside, onCaption }: TableMenuProps) {
  const then = () => editor.chain().focus();
  if (!inside) {
    const insert = () => then().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run();
    return <Tool name={words.tableInsert} icon={Table} onUse={insert} />;
  }
  return (
    <ToolMenu name={words.table} face={<Table aria-hidden="true" />} pressed>
      <ToolItem name={words.rowAbove} icon={BetweenHorizontalEnd} onUse={() => then().addRowBefore().run()} />
      <ToolItem name={words.rowBelow} icon={BetweenHorizontalStart} onUse={() => then().addRowAfter().run()} />
      <ToolItem name={words.rowDelete} icon={TableRowsSplit} onUse={() => then().deleteRow().run()} />
      <ItemSeparator />
      <ToolItem name={words.columnLeft} icon={BetweenVerticalEnd} onUse={() => then().addColumnBefore().run()} />
      <ToolItem name={words.columnRight} icon={BetweenVerticalStart} onUse={() => then().addColumnAfter().run()} />
      <ToolItem name={words.columnDelete} icon={TableColumnsSplit} onUse={() => then().deleteColumn().run()} />
      <ItemSeparator />
      <ToolItem name={words.headerRow} icon={PanelTop} onUse={() => then().toggleHeaderRow().run()} />
      <ToolItem name={words.headerColumn} icon={PanelLeft} onUse={() => then().toggleHeaderColumn().run()} />
      <ToolItem name={words.merge} icon={Combine} onUse={() => then().mergeOrSplit().run()} />
      <ToolItem name={words.caption} icon={Captions} onUse={onCaption} />
      <ItemSeparator />
      <ToolItem name={words.tableDelete} icon={Grid2x2X} onUse={() => then().deleteTable().run()} />
    </ToolMenu>
  );
}
