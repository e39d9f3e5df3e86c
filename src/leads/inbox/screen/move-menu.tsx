import { Check, GripVertical } from 'lucide-react';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel } from '#ui/admin/menu/menu-items.tsx';
import type { Lead } from '../../lead/schema.ts';
import { type Stage, stageNames, stages } from '../../lead/strings.ts';

export function MoveMenu({ lead, onMove }: { lead: Lead; onMove: (stage: Stage) => void }) {
  return (
    <MenuButton
      className="handle lead-handle"
      aria-label={`Move to: ${lead.institute_name}`}
      menu={
        <>
          <MenuLabel quiet>Move to</MenuLabel>
          <StageItems stage={lead.status} onChoose={onMove} />
        </>
      }
    >
      <GripVertical aria-hidden="true" />
    </MenuButton>
  );
}

export function StageItems({ stage, onChoose }: { stage: Stage | null; onChoose: (stage: Stage) => void }) {
  return stages.map((each) => (
    <MenuItem key={each} disabled={each === stage} onSelect={() => onChoose(each)}>
      <span className="stage-dot" data-stage={each} aria-hidden="true" />
      {stageNames[each]}
      {each === stage && (
        <>
          <Check aria-hidden="true" className="menu-check" />
          <span className="sr-only">(now)</span>
        </>
      )}
    </MenuItem>
  ));
}
