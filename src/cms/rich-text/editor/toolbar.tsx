import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Captions,
  ChevronDown,
  Combine,
  Ellipsis,
  Grid2x2X,
  ImagePlus,
  Images,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  PanelLeft,
  PanelTop,
  Redo2,
  RemoveFormatting,
  SquarePlay,
  Strikethrough,
  Superscript,
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
import { type ReactNode, useRef } from 'react';
import { t } from '#i18n/text.ts';
import { editorStrings, withKeys } from './strings.ts';

const marks = [
  ['bold', Bold],
  ['italic', Italic],
  ['underline', Underline],
] as const;

const rareMarks = [
  ['strike', Strikethrough],
  ['superscript', Superscript],
] as const;

const blocks = [
  ['bulletList', List, 'toggleBulletList'],
  ['orderedList', ListOrdered, 'toggleOrderedList'],
  ['blockquote', TextQuote, 'toggleBlockquote'],
] as const;

const rowActions = [
  ['rowAbove', BetweenHorizontalEnd, 'addRowBefore'],
  ['rowBelow', BetweenHorizontalStart, 'addRowAfter'],
  ['rowDelete', TableRowsSplit, 'deleteRow'],
] as const;

const columnActions = [
  ['columnLeft', BetweenVerticalEnd, 'addColumnBefore'],
  ['columnRight', BetweenVerticalStart, 'addColumnAfter'],
  ['columnDelete', TableColumnsSplit, 'deleteColumn'],
] as const;

const cellActions = [
  ['headerRow', PanelTop, 'toggleHeaderRow'],
  ['headerColumn', PanelLeft, 'toggleHeaderColumn'],
  ['merge', Combine, 'mergeOrSplit'],
] as const;

/** Bengali is never justified, so there are three sides. */
const sides = [
  ['left', TextAlignStart],
  ['center', TextAlignCenter],
  ['right', TextAlignEnd],
] as const;

const headings = { heading2: 2, heading3: 3, heading4: 4 } as const;
const styles = ['paragraph', 'heading2', 'heading3', 'heading4'] as const;

type Side = (typeof sides)[number][0];
type Style = (typeof styles)[number];
type StyleName = keyof typeof editorStrings.styles;

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
  const { active } = formatting;
  const then = () => editor.chain().focus();
  return (
    <RadixToolbar.Root
      className="tools"
      aria-label="Formatting"
      aria-controls={controls}
      // A mouse press keeps the caret and the selection.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <Tool
        name={withKeys('Undo', 'Ctrl', 'Z')}
        icon={Undo2}
        resting={!formatting.canUndo}
        onUse={() => then().undo().run()}
      />
      <Tool
        name={withKeys('Redo', 'Ctrl', 'Shift', 'Z')}
        icon={Redo2}
        resting={!formatting.canRedo}
        onUse={() => then().redo().run()}
      />
      <Separator />
      <StyleMenu editor={editor} style={formatting.style} />
      <Separator />
      {marks.map(([name, icon]) => (
        <Tool
          key={name}
          name={editorStrings[name]}
          icon={icon}
          pressed={active[name]}
          onUse={() => then().toggleMark(name).run()}
        />
      ))}
      <Separator />
      {blocks.map(([name, icon, command]) => (
        <Tool
          key={name}
          name={editorStrings[name]}
          icon={icon}
          pressed={active[name]}
          onUse={() => then()[command]().run()}
        />
      ))}
      <Separator />
      <AlignMenu editor={editor} side={formatting.side} />
      <Separator />
      <Tool name={withKeys('Link', 'Ctrl', 'K')} icon={Link} pressed={active.link} onUse={onLink} />
      <Tool
        name={formatting.picture ? editorStrings.pictureEdit : editorStrings.picture}
        icon={ImagePlus}
        onUse={onPicture}
      />
      <Tool name={t('Picture from the library')} icon={Images} onUse={onLibrary} />
      {active.table ? (
        <TableMenu editor={editor} onCaption={onCaption} />
      ) : (
        <Tool
          name={t('Insert table')}
          icon={Table}
          onUse={() => then().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        />
      )}
      <MoreMenu editor={editor} active={active} onVideo={onVideo} />
    </RadixToolbar.Root>
  );
}

type Active = ReturnType<typeof readFormatting>['active'];

/** The formatting at the caret, for the toolbar's pressed buttons. */
function readFormatting({ editor }: { editor: Editor }) {
  const { $from } = editor.state.selection;
  const node = selectedNode(editor) ?? $from.parent;
  const around = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name);
  const list = around.findLast((name) => name === 'bulletList' || name === 'orderedList');
  const side: Side = node.attrs.textAlign ?? 'left';
  return {
    active: {
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      strike: editor.isActive('strike'),
      superscript: editor.isActive('superscript'),
      link: editor.isActive('link'),
      bulletList: list === 'bulletList',
      orderedList: list === 'orderedList',
      blockquote: around.includes('blockquote'),
      table: around.includes('table'),
    },
    style: styleOf(node),
    side,
    picture: isPictureSelected(editor),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}

function selectedNode({ state }: Editor): Node | null {
  return state.selection instanceof NodeSelection ? state.selection.node : null;
}

export function isPictureSelected(editor: Editor): boolean {
  return ['figure', 'image'].includes(selectedNode(editor)?.type.name ?? '');
}

function styleOf({ type, attrs }: Node): StyleName {
  if (type.name === 'codeBlock' || type.name === 'figure') return type.name;
  return styles.find((name) => name === `heading${attrs.level}`) ?? 'paragraph';
}

function StyleMenu({ editor, style }: { editor: Editor; style: StyleName }) {
  function set(next: Style) {
    const chain = editor.chain().focus();
    if (next === 'paragraph') chain.setParagraph().run();
    else chain.setHeading({ level: headings[next] }).run();
  }
  return (
    <ToolMenu name={`${t('Text style')}: ${editorStrings.styles[style]}`} face={editorStrings.styles[style]} wide>
      <DropdownMenu.RadioGroup value={style}>
        {styles.map((name) => (
          <DropdownMenu.RadioItem
            key={name}
            className={`menu-item style-${name}`}
            value={name}
            onSelect={() => set(name)}
          >
            {editorStrings.styles[name]}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  );
}

function AlignMenu({ editor, side }: { editor: Editor; side: Side }) {
  function set(next: Side) {
    const { selection } = editor.state;
    const chain = editor.chain().focus();
    // Set as an attribute, which keeps the picture selected.
    if (selectedNode(editor)?.type.name === 'figure') {
      const textAlign = next === 'left' ? null : next;
      chain.command(({ tr }) => Boolean(tr.setNodeAttribute(selection.from, 'textAlign', textAlign))).run();
    } else if (next === 'left') chain.unsetTextAlign().run();
    else chain.setTextAlign(next).run();
  }
  const [, Face] = sides.find(([name]) => name === side) ?? sides[0];
  return (
    <ToolMenu name={`${t('Alignment')}: ${editorStrings[side]}`} face={<Face />} pressed={side !== 'left'}>
      <DropdownMenu.RadioGroup value={side}>
        {sides.map(([name, Icon]) => (
          <DropdownMenu.RadioItem key={name} className="menu-item" value={name} onSelect={() => set(name)}>
            <Icon />
            {editorStrings[name]}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </ToolMenu>
  );
}

function TableMenu({ editor, onCaption }: { editor: Editor; onCaption: () => void }) {
  const then = () => editor.chain().focus();
  const status = editor.getAttributes('table').status === true;
  const itemsOf = (actions: typeof rowActions | typeof columnActions | typeof cellActions) =>
    actions.map(([name, icon, command]) => (
      <ToolItem key={name} name={editorStrings[name]} icon={icon} onUse={() => then()[command]().run()} />
    ));
  return (
    <ToolMenu name={t('Table')} face={<Table />} pressed>
      {itemsOf(rowActions)}
      <ItemSeparator />
      {itemsOf(columnActions)}
      <ItemSeparator />
      {itemsOf(cellActions)}
      <ToolItem
        name={t('Status table')}
        icon={ListChecks}
        checked={status}
        onUse={() => then().updateAttributes('table', { status: !status }).run()}
      />
      <ToolItem name={t('Caption…')} icon={Captions} onUse={onCaption} />
      <ItemSeparator />
      <ToolItem name={t('Delete table')} icon={Grid2x2X} onUse={() => then().deleteTable().run()} />
    </ToolMenu>
  );
}

/** Less frequent actions, to keep the toolbar in one row. */
function MoreMenu({ editor, active, onVideo }: { editor: Editor; active: Active; onVideo: () => void }) {
  const then = () => editor.chain().focus();
  return (
    <ToolMenu name={t('More formatting')} face={<Ellipsis />} pressed={rareMarks.some(([name]) => active[name])}>
      {rareMarks.map(([name, icon]) => (
        <ToolItem
          key={name}
          name={editorStrings[name]}
          icon={icon}
          checked={active[name]}
          onUse={() => then().toggleMark(name).run()}
        />
      ))}
      <ItemSeparator />
      <ToolItem name={t('Divider')} icon={Minus} onUse={() => then().setHorizontalRule().run()} />
      <ToolItem name={editorStrings.video} icon={SquarePlay} onUse={onVideo} />
      <ItemSeparator />
      <ToolItem
        name={withKeys('Clear formatting', 'Ctrl', '\\')}
        icon={RemoveFormatting}
        onUse={() => clearFormatting(editor)}
      />
    </ToolMenu>
  );
}

/** Clears formatting; links stay, as they are content. */
export function clearFormatting(editor: Editor): void {
  const chain = editor.chain().focus();
  for (const name of Object.keys(editor.schema.marks)) if (name !== 'link') chain.unsetMark(name);
  chain.clearNodes().unsetTextAlign().run();
}

interface ToolProps {
  name: string;
  icon: LucideIcon;
  onUse: () => void;
  pressed?: boolean;
  /** Disabled, but still focusable. */
  resting?: boolean;
}

function Tool({ name, icon: Icon, onUse, pressed, resting = false }: ToolProps) {
  return (
    <RadixToolbar.Button
      className="tool"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      aria-disabled={resting || undefined}
      onClick={() => !resting && onUse()}
    >
      <Icon />
    </RadixToolbar.Button>
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

function ToolMenu({ name, face, wide = false, pressed = false, children }: ToolMenuProps) {
  const chosen = useRef(false);
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) chosen.current = false;
      }}
    >
      <RadixToolbar.Button asChild>
        <DropdownMenu.Trigger
          className={wide ? 'tool tool-wide' : 'tool tool-menu'}
          aria-label={name}
          title={name}
          data-pressed={pressed || undefined}
        >
          {face}
          <ChevronDown className="tool-arrow" />
        </DropdownMenu.Trigger>
      </RadixToolbar.Button>
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

type ItemProps = Omit<ToolProps, 'pressed' | 'resting'> & { checked?: boolean };

function ToolItem({ name, icon: Icon, onUse, checked }: ItemProps) {
  const inside = (
    <>
      <Icon />
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

function Separator() {
  return <RadixToolbar.Separator className="tool-separator" />;
}

function ItemSeparator() {
  return <DropdownMenu.Separator className="tool-items-separator" />;
}
