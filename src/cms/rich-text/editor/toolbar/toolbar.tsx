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
import { editorStrings } from '../strings.ts';
import { MoreMenu } from './more-menu.tsx';
import { readFormatting, type Side, type StyleName } from './standing.ts';
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
  const formatting = useEditorState({ editor, selector: readFormatting });
  const { marks, list } = formatting;
  const then = () => editor.chain().focus();
  return (
    <RadixToolbar.Root
      className="tools"
      aria-label={editorStrings.toolbar}
      aria-controls={controls}
      // A mouse press keeps the caret and the selection.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <Tool name={editorStrings.undo} icon={Undo2} resting={!formatting.canUndo} onUse={() => then().undo().run()} />
      <Tool name={editorStrings.redo} icon={Redo2} resting={!formatting.canRedo} onUse={() => then().redo().run()} />
      <ToolSeparator />
      <StyleMenu style={formatting.style} onChoose={(style) => setStyle(editor, style)} />
      <ToolSeparator />
      <Tool name={editorStrings.bold} icon={Bold} pressed={marks.bold} onUse={() => then().toggleBold().run()} />
      <Tool
        name={editorStrings.italic}
        icon={Italic}
        pressed={marks.italic}
        onUse={() => then().toggleItalic().run()}
      />
      <Tool
        name={editorStrings.underline}
        icon={Underline}
        pressed={marks.underline}
        onUse={() => then().toggleUnderline().run()}
      />
      <ToolSeparator />
      <Tool
        name={editorStrings.bulletList}
        icon={List}
        pressed={list === 'bulletList'}
        onUse={() => then().toggleBulletList().run()}
      />
      <Tool
        name={editorStrings.orderedList}
        icon={ListOrdered}
        pressed={list === 'orderedList'}
        onUse={() => then().toggleOrderedList().run()}
      />
      <Tool
        name={editorStrings.blockquote}
        icon={TextQuote}
        pressed={formatting.blockquote}
        onUse={() => then().toggleBlockquote().run()}
      />
      <ToolSeparator />
      <AlignMenu side={formatting.align} onChoose={(side) => setSide(editor, side)} />
      <ToolSeparator />
      <Tool name={editorStrings.link} icon={Link} pressed={marks.link} onUse={onLink} />
      <Tool
        name={formatting.picture ? editorStrings.pictureEdit : editorStrings.picture}
        icon={ImagePlus}
        onUse={onPicture}
      />
      <Tool name={editorStrings.library} icon={Images} onUse={onLibrary} />
      <TableMenu editor={editor} inside={formatting.table} isStatus={formatting.statusTable} onCaption={onCaption} />
      <MoreMenu {...{ editor, formatting, onVideo }} />
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
    <ToolMenu
      name={`${editorStrings.align}: ${editorStrings[side]}`}
      face={<Face aria-hidden="true" />}
      pressed={side !== 'left'}
    >
      <DropdownMenu.RadioGroup value={side}>
        {sides.map((name) => {
          const Icon = icons[name];
          return (
            <DropdownMenu.RadioItem key={name} className="menu-item" value={name} onSelect={() => onChoose(name)}>
              <Icon aria-hidden="true" />
              {editorStrings[name]}
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
    <ToolMenu name={`${editorStrings.style}: ${editorStrings.styles[style]}`} face={editorStrings.styles[style]} wide>
      <DropdownMenu.RadioGroup value={style}>
        {offered.map((name) => (
          <DropdownMenu.RadioItem
            key={name}
            className={`menu-item style-${name}`}
            value={name}
            onSelect={() => onChoose(name)}
          >
            {editorStrings.styles[name]}
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
    return <Tool name={editorStrings.tableInsert} icon={Table} onUse={insert} />;
  }
  return (
    <ToolMenu name={editorStrings.table} face={<Table aria-hidden="true" />} pressed>
      <ToolItem name={editorStrings.rowAbove} icon={BetweenHorizontalEnd} onUse={() => then().addRowBefore().run()} />
      <ToolItem name={editorStrings.rowBelow} icon={BetweenHorizontalStart} onUse={() => then().addRowAfter().run()} />
      <ToolItem name={editorStrings.rowDelete} icon={TableRowsSplit} onUse={() => then().deleteRow().run()} />
      <ItemSeparator />
      <ToolItem
        name={editorStrings.columnLeft}
        icon={BetweenVerticalEnd}
        onUse={() => then().addColumnBefore().run()}
      />
      <ToolItem
        name={editorStrings.columnRight}
        icon={BetweenVerticalStart}
        onUse={() => then().addColumnAfter().run()}
      />
      <ToolItem name={editorStrings.columnDelete} icon={TableColumnsSplit} onUse={() => then().deleteColumn().run()} />
      <ItemSeparator />
      <ToolItem name={editorStrings.headerRow} icon={PanelTop} onUse={() => then().toggleHeaderRow().run()} />
      <ToolItem name={editorStrings.headerColumn} icon={PanelLeft} onUse={() => then().toggleHeaderColumn().run()} />
      <ToolItem name={editorStrings.merge} icon={Combine} onUse={() => then().mergeOrSplit().run()} />
      <ToolItem
        name={editorStrings.statusTable}
        icon={ListChecks}
        checked={isStatus}
        onUse={() => then().updateAttributes('table', { status: !isStatus }).run()}
      />
      <ToolItem name={editorStrings.caption} icon={Captions} onUse={onCaption} />
      <ItemSeparator />
      <ToolItem name={editorStrings.tableDelete} icon={Grid2x2X} onUse={() => then().deleteTable().run()} />
    </ToolMenu>
  );
}
