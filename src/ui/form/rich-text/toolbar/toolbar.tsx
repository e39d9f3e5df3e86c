import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { Bold, ImagePlus, Italic, Link, List, ListOrdered, Redo2, TextQuote, Underline, Undo2 } from 'lucide-react';
import { Toolbar as RadixToolbar } from 'radix-ui';
import { words } from '../words.ts';
import { AlignMenu } from './align-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { type Side, standingOf } from './standing.ts';
import { type OfferedStyle, StyleMenu } from './style-menu.tsx';
import { TableMenu } from './table-menu.tsx';
import { Tool, ToolSeparator } from './tool.tsx';

interface ToolbarProps {
  editor: Editor;
  /** The id of the text that it works on. */
  controls: string;
  onLink: () => void;
  onPicture: () => void;
  onCaption: () => void;
  onVideo: () => void;
}

/** One row, one stop for Tab; the arrow keys go from button to button. */
export function Toolbar({ editor, controls, onLink, onPicture, onCaption, onVideo }: ToolbarProps) {
  const standing = useEditorState({ editor, selector: standingOf });
  const { marks, list } = standing;
  const then = () => editor.chain().focus();
  return (
    <RadixToolbar.Root
      className="tools"
      aria-label={words.toolbar}
      aria-controls={controls}
      // A press with the mouse leaves the caret and the selection where they are.
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
      <TableMenu editor={editor} inside={standing.table} onCaption={onCaption} />
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
  // Set as one attribute, a picture stays selected.
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') {
    const textAlign = side === 'left' ? null : side;
    chain.command(({ tr }) => Boolean(tr.setNodeAttribute(selection.from, 'textAlign', textAlign))).run();
  } else if (side === 'left') chain.unsetTextAlign().run();
  else chain.setTextAlign(side).run();
}
