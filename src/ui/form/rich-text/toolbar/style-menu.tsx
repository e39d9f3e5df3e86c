import { DropdownMenu } from 'radix-ui';
import { words } from '../words.ts';
import type { StyleName } from './standing.ts';
import { ToolMenu } from './tool.tsx';

const offered = ['paragraph', 'heading2', 'heading3', 'heading4'] as const;

export type OfferedStyle = (typeof offered)[number];

export function StyleMenu({ style, onChoose }: { style: StyleName; onChoose: (style: OfferedStyle) => void }) {
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
