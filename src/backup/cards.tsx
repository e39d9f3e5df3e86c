import { dateFormat } from '#i18n/text.ts';
import { Card } from '#ui/admin/card.tsx';
import { timeOfDay } from '#ui/admin/dates.ts';
import type { Upkeep } from './schema.ts';
import { troubleTexts } from './strings.ts';

export function TroubleNotices({ troubles }: { troubles: Upkeep['troubles'] }) {
  return troubles.map(({ kind, detail }) => (
    <div key={kind} className="notice notice-draft" role="status">
      <p>
        <b>{troubleTexts[kind].what}</b> ({detail})
        <br />
        {troubleTexts[kind].todo}
      </p>
    </div>
  ));
}

const dayAlone = dateFormat({ day: 'numeric', month: 'short' });

export function Backups({ upkeep: { on, backups } }: { upkeep: Upkeep }) {
  const { last, failed, restored, restore_failed } = backups;
  const time = last && timeOfDay(Date.parse(last));
  return (
    <Card id="backups" title="Backups">
      <div className="card-body stack-small">
        <p className="note">
          {!on
            ? 'The website makes none by itself: this is switched off on the server.'
            : !time
              ? 'None yet: the first is made within the hour.'
              : restored
                ? `Last backup ${time}, last restored well on ${dayAlone.format(Date.parse(restored))}`
                : `Last backup ${time}, not yet restored on trial`}
        </p>
        {on && failed && <p className="failed-mails">The last one failed: {failed.reason}</p>}
        {on && restore_failed && <p className="failed-mails">The last trial failed: {restore_failed}</p>}
      </div>
    </Card>
  );
}
