import type { Editor } from '@tiptap/core';
import {
  Code,
  Ellipsis,
  Minus,
  RemoveFormatting,
  SquareCode,
  SquarePlay,
  Strikethrough,
  Subscript,
  Superscript,
} from 'lucide-react';
import { editorStrings } from '../strings.ts';
import type { Formatting } from './standing.ts';
import { ItemSeparator, ToolItem, ToolMenu } from './tool.tsx';

interface MoreMenuProps {
  editor: Editor;
  formatting: Formatting;
  onVideo: () => void;
}

/** Less frequent actions, to keep the toolbar in one row. */
export function MoreMenu({ editor, formatting: standing, onVideo }: MoreMenuProps) {
  const then = () => editor.chain().focus();
  const { marks, style } = standing;
  return (
    <ToolMenu
      name={editorStrings.more}
      face={<Ellipsis aria-hidden="true" />}
      pressed={marks.strike || marks.subscript || marks.superscript || marks.code || style === 'codeBlock'}
    >
      <ToolItem
        name={editorStrings.strike}
        icon={Strikethrough}
        checked={marks.strike}
        onUse={() => then().toggleStrike().run()}
      />
      <ToolItem
        name={editorStrings.subscript}
        icon={Subscript}
        checked={marks.subscript}
        onUse={() => then().toggleMark('subscript').run()}
      />
      <ToolItem
        name={editorStrings.superscript}
        icon={Superscript}
        checked={marks.superscript}
        onUse={() => then().toggleMark('superscript').run()}
      />
      <ToolItem
        name={editorStrings.code}
        icon={Code}
        checked={marks.code}
        onUse={() => then().toggleMark('code').run()}
      />
      <ToolItem
        name={editorStrings.codeBlock}
        icon={SquareCode}
        checked={style === 'codeBlock'}
        onUse={() => then().toggleCodeBlock().run()}
      />
      <ItemSeparator />
      <ToolItem name={editorStrings.rule} icon={Minus} onUse={() => then().setHorizontalRule().run()} />
      <ToolItem name={editorStrings.video} icon={SquarePlay} onUse={onVideo} />
      <ItemSeparator />
      <ToolItem name={editorStrings.clear} icon={RemoveFormatting} onUse={() => clearFormatting(editor)} />
    </ToolMenu>
  );
}

/** Clears formatting; links stay, as they are content. */
export function clearFormatting(editor: Editor): void {
  const chain = editor.chain().focus();
  for (const name of ['bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code', 'colour'])
    chain.unsetMark(name);
  chain.clearNodes().unsetTextAlign().run();
}
