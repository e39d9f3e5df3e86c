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
import { words } from '../words.ts';
import type { Standing } from './standing.ts';
import { ItemSeparator, ToolItem, ToolMenu } from './tool.tsx';

interface MoreMenuProps {
  editor: Editor;
  standing: Standing;
  onVideo: () => void;
}

/** Less frequent actions, to keep the toolbar in one row. */
export function MoreMenu({ editor, standing, onVideo }: MoreMenuProps) {
  const then = () => editor.chain().focus();
  const { marks, style } = standing;
  return (
    <ToolMenu
      name={words.more}
      face={<Ellipsis aria-hidden="true" />}
      pressed={marks.strike || marks.subscript || marks.superscript || marks.code || style === 'codeBlock'}
    >
      <ToolItem
        name={words.strike}
        icon={Strikethrough}
        checked={marks.strike}
        onUse={() => then().toggleStrike().run()}
      />
      <ToolItem
        name={words.subscript}
        icon={Subscript}
        checked={marks.subscript}
        onUse={() => then().toggleMark('subscript').run()}
      />
      <ToolItem
        name={words.superscript}
        icon={Superscript}
        checked={marks.superscript}
        onUse={() => then().toggleMark('superscript').run()}
      />
      <ToolItem name={words.code} icon={Code} checked={marks.code} onUse={() => then().toggleMark('code').run()} />
      <ToolItem
        name={words.codeBlock}
        icon={SquareCode}
        checked={style === 'codeBlock'}
        onUse={() => then().toggleCodeBlock().run()}
      />
      <ItemSeparator />
      <ToolItem name={words.rule} icon={Minus} onUse={() => then().setHorizontalRule().run()} />
      <ToolItem name={words.video} icon={SquarePlay} onUse={onVideo} />
      <ItemSeparator />
      <ToolItem name={words.clear} icon={RemoveFormatting} onUse={() => clearFormatting(editor)} />
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
