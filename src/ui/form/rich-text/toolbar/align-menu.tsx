import { TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { words } from '../words.ts';
import type { Side } from './standing.ts';
import { ToolMenu } from './tool.tsx';

const icons = { left: TextAlignStart, center: TextAlignCenter, right: TextAlignEnd };
const sides = ['left', 'center', 'right'] as const;

/** Bengali is never justified, so there are three sides. */
export function AlignMenu({ side, onChoose }: { side: Side; onChoose: (side: Side) => void }) {
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
