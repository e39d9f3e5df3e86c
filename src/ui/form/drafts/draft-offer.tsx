import { History } from 'lucide-react';
import { createContext } from 'react';
import { t } from '#i18n/text.ts';
import { timeOfDay } from '../../admin/dates.ts';
import type { DeviceDraft } from './draft-store.ts';

export function DraftOffer({ draft, onTake, onDrop }: { draft: DeviceDraft; onTake: () => void; onDrop: () => void }) {
  return (
    <div className="notice notice-draft error-summary draft-offer" role="status">
      <History />
      <p>
        {draft.recordId === null
          ? `Unsaved ${draft.label || t('text')}, ${timeOfDay(draft.savedAt)}`
          : `Unsaved text for ‘${draft.label}’ from ${timeOfDay(draft.savedAt)} is on this device.`}
      </p>
      <span>
        <button type="button" className="button button-text button-small" onClick={onDrop}>
          Discard
        </button>
        <button type="button" className="button button-quiet button-small" onClick={onTake}>
          Restore
        </button>
      </span>
    </div>
  );
}

/** When the form was last saved on this device, for the field that shows it. */
export const DraftSavedAt = createContext<number | null>(null);
