import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#i18n/text.ts';
import { presenceOf } from '#paths.ts';
import { followStream } from '#ui/admin/calls/event-stream.ts';

/** Names the colleagues who have the record open in a window before them. */
export function Presence({ path, id }: { path: string; id: number }) {
  const [names, setNames] = useState<string[]>([]);
  useEffect(
    () => followStream(presenceOf(path, id), ({ name, data }) => name === 'present' && setNames(data as string[])),
    [path, id],
  );
  return (
    // Without a gap in the form while nobody is there.
    <div role="status" className={names.length > 0 ? undefined : 'sr-only'}>
      {names.length > 0 && (
        <p className="pending-line">
          <Users />
          <span>{t`Open now for ${names.join(', ')} too. What each of you changes is kept; where it is the same field, you are asked.`}</span>
        </p>
      )}
    </div>
  );
}
