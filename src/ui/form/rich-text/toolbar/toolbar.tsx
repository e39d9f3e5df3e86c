import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Captions,
  Combine,
  Grid2x2X,
  ImagePlus,
  Images,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  PanelLeft,
  PanelTop,
  Redo2,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { DropdownMenu, Toolbar as RadixToolbar } from 'radix-ui';
import { words } from '../words.ts';
import { MoreMenu } from './more-menu.tsx';
import { type Side, type StyleName, standingOf } from './standing.ts';
import { ItemSeparator, Tool, ToolItem, ToolMenu, ToolSeparator } from './tool.tsx';

interface ToolbarProps {
  editor: Editor;
  controls: string;
  onLink: () => void;
  onPicture: () => void;
  onLibrary: () => void;
  onCaption: () => void;
  onVideo: () => void;
}

/** One row and one tab stop; arrow keys move between buttons. */
export function Toolbar({ editor, controls, onLink, onPicture, onLibrary, onCaption, onVideo }: ToolbarProps) {
  const standing = useEditorState({ editor, selector: standingOf });
  const { marks, list } = standing;
  const then = () => editor.chain().focus();
  return (
    <RadixToolbar.Root
      className="tools"
      aria-label={words.toolbar}
      aria-controls={controls}
      // A mouse press keeps the caret and the selection.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <Tool name={words.undo} icon={Undo2} resting={!standing.canUndo} onUse={() => then().undo().run()} />
      <Tool name={words.redo} icon={Redo2} resting={!standing.canRedo} onUse={() => then().redo().run()} />
      <ToolSeparator />
      <StyleMenu style={standing.style} onChoose={(style) => setStyle(editor, style)} />
      <ToolSeparator />
      <Tool name={words.bold} icon={Bold} pressed={marks.bold} onUse={() => then().toggleBold().run()} />
      <Tool name={words.italic} icon={Italic} pressed={marks.italic} onUse={() => then().toggleItalic().run()} />
      <Tool
        name={words.underline}
        icon={Underline}
        pressed={marks.underline}
        onUse={() => then().toggleUnderline().run()}
      />
      <ToolSeparator />
      <Tool
        name={words.bulletList}
        icon={List}
        pressed={list === 'bulletList'}
        onUse={() => then().toggleBulletList().run()}
      />
      <Tool
        name={words.orderedList}
        icon={ListOrdered}
        pressed={list === 'orderedList'}
        onUse={() => then().toggleOrderedList().run()}
      />
      <Tool
        name={words.blockquote}
        icon={TextQuote}
        pressed={standing.blockquote}
        onUse={() => then().toggleBlockquote().run()}
      />
      <ToolSeparator />
      <AlignMenu side={standing.align} onChoose={(side) => setSide(editor, side)} />
      <ToolSeparator />
      <Tool name={words.link} icon={Link} pressed={marks.link} onUse={onLink} />
      <Tool name={standing.picture ? words.pictureEdit : words.picture} icon={ImagePlus} onUse={onPicture} />
      <Tool name={words.library} icon={Images} onUse={onLibrary} />
      <TableMenu editor={editor} inside={standing.table} isStatus={standing.statusTable} onCaption={onCaption} />
      <MoreMenu {...{ editor, standing, onVideo }} />
    </RadixToolbar.Root>
  );
}

function setStyle(editor: Editor, style: OfferedStyle): void {
  const chain = editor.chain().focus();
  if (style === 'paragraph') chain.setParagraph().run();
  else chain.setHeading({ level: levels[style] }).run();
}

const levels = { heading2: 2, heading3: 3, heading4: 4 } as const;

function setSide(editor: Editor, side: Side): void {
  const { selection } = editor.state;
  const chain = editor.chain().focus();
  // Set as an attribute, which keeps the picture selected.
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') {
    const textAlign = side === 'left' ? null : side;
    chain.command(({ tr }) => Boolean(tr.setNodeAttribute(selection.from, 'textAlign', textAlign))).run();
  } else if (side === 'left') chain.unsetTextAlign().run();
  else chain.setTextAlign(side).run();
}

const icons = { left: TextAlignStart, center: TextAlignCenter, right: TextAlignEnd };
const sides = ['left', 'center', 'right'] as const;

/** Bengali is never justified, so there are three sides. */
function AlignMenu({ side, onChoose }: { side: Side; onChoose: (side: Side) => void }) {
  const Face = icons[side];
  return (
    <ToolMenu name={`${words.align}: ${words[side]}`} face={<Face aria-hidden="true" />} pressed={side !== 'left'}>
      <DropdownMenu.RadioGroup value={side}>
        {sides.map((name) => {
          const Icon = icons[name];
          return (
            <DropdownMenu.RadioItem key={name} className="menu-item" value={name} onSelect={() => onChoose(name)}>
              <Icon aria-hidden="true" />
              {words[name]}
            </DropdownMenu.RadioItem>
          );
        })}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  );
}

const offered = ['paragraph', 'heading2', 'heading3', 'heading4'] as const;

type OfferedStyle = (typeof offered)[number];

function StyleMenu({ style, onChoose }: { style: StyleName; onChoose: (style: OfferedStyle) => void }) {
  return (
    <ToolMenu name={`${words.style}: ${words.styles[style]}`} face={words.styles[style]} wide>
      <DropdownMenu.RadioGroup value={style}>
        {offered.map((name) => (
          <DropdownMenu.RadioItem
            key={name}
            className={`menu-item style-${name}`}
            value={name}
            onSelect={() => onChoose(name)}
          >
            {words.styles[name]}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  );
}

interface TableMenuProps {
  editor: Editor;
  inside: boolean;
  isStatus: boolean;
  onCaption: () => void;
}

function TableMenu({ editor, inside, isStatus, onCaption }: TableMenuProps) {
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
      <ToolItem
        name={words.statusTable}
        icon={ListChecks}
        checked={isStatus}
        onUse={() => then().updateAttributes('table', { status: !isStatus }).run()}
      />
      <ToolItem name={words.caption} icon={Captions} onUse={onCaption} />
      <ItemSeparator />
      <ToolItem name={words.tableDelete} icon={Grid2x2X} onUse={() => then().deleteTable().run()} />
    </ToolMenu>
  );
}
