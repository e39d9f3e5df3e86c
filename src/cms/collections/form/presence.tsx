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
    <div role="status">
      {names.length > 0 && (
        <p className="notice presence">
          <Users />
          <span>{t`Also open now for ${names.join(', ')}. What each of you changes is kept; of one field you will be asked.`}</span>
        </p>
      )}
    </div>
  );
}
