import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { versionPaths } from '#paths.ts';
import { api, CallError, type Row, type Written } from '#ui/admin/calls/api.ts';
import { dayAhead, formatMoment, isMoment } from '#ui/admin/dates.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { DateField } from '#ui/form/text-field.tsx';
import { fieldTime, toTimestamp } from './dhaka-time.ts';
import { publicationOf } from './pending.tsx';

interface ScheduleDialogProps {
  path: string;
  record: Row;
  onSaved: () => Promise<void>;
  onClose: () => void;
  /** The record lacks what it needs to be published. */
  onIncomplete: (error: CallError) => void;
}

/** The publish and unpublish dates of a record. An empty field sets none. */
export default function ScheduleDialog({ path, record, onSaved, onClose, onIncomplete }: ScheduleDialogProps) {
  const { pending } = record;
  const { isPublic, hasDraft } = publicationOf(record);
  return (
    <FormDialog
      title="Schedule"
      values={{
        publish_at: fieldTime(pending?.publish_at ?? null),
        unpublish_at: fieldTime(pending?.unpublish_at ?? null),
      }}
      send={async ({ publish_at, unpublish_at }) => {
        const times = { publish_at: toTimestamp(String(publish_at)), unpublish_at: toTimestamp(String(unpublish_at)) };
        try {
          const { message } = await api.put<Written<Row>>(versionPaths.schedule(path, record.id), times);
          notifyDone(message);
          await onSaved();
          onClose();
        } catch (error) {
          if (!isOfRecord(error)) throw error;
          onClose();
          // After the dialog has returned the focus.
          setTimeout(onIncomplete, 50, error);
        }
      }}
      idle={<Consequence />}
      busy="Scheduling"
      onClose={onClose}
    >
      <div className="form-grid">
        {(hasDraft || !isPublic) && (
          <div>
            <DateField
              clock
              name="publish_at"
              label="Publish at"
              hint="Dhaka time. The draft replaces what visitors see then."
            />
            <Presets />
          </div>
        )}
        <DateField clock name="unpublish_at" label="Unpublish at" hint="Empty: it stays." />
      </div>
    </FormDialog>
  );
}

function Presets() {
  const { setValue } = useFormContext();
  const sunday = dayAhead(7 - new Date(dayAhead(0)).getUTCDay());
  const presets = [
    { label: 'Tomorrow 9:00', moment: `${dayAhead(1)}T09:00` },
    { label: 'Sunday 10:00', moment: `${sunday}T10:00` },
  ];
  return (
    <div className="presets">
      {presets.map(({ label, moment }) => (
        <button
          key={label}
          type="button"
          className="button button-quiet button-small"
          onClick={() => setValue('publish_at', moment, { shouldValidate: true })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** What the button does, with the weekday: a wrong month is seen before it is pressed. */
function Consequence() {
  const { publish_at: start = '', unpublish_at: end = '' } = useWatch<Record<'publish_at' | 'unpublish_at', string>>();
  if (isMoment(start)) return t`Goes public ${formatMoment(start, 'weekday')}`;
  return isMoment(end) ? t`Goes off the site ${formatMoment(end, 'weekday')}` : t('Schedule');
}

/** The server refuses the record's own fields, not the times. */
function isOfRecord(error: unknown): error is CallError {
  return (
    error instanceof CallError &&
    error.status === 422 &&
    !('publish_at' in error.fields || 'unpublish_at' in error.fields)
  );
}
