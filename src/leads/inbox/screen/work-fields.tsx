import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { nearDay } from '#ui/admin/dates.ts';
import type { FormValues } from '#ui/form/call-form.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import { stageNames, stages } from '../../lead/strings.ts';
import { useOwners, useWorkingDay } from './use-leads.ts';

export function WorkFields() {
  const owners = useOwners();
  return (
    <>
      <OptionField
        name="status"
        label="Stage"
        span={6}
        options={stages.map((value) => ({ value, name: stageNames[value] }))}
      />
      <OptionField
        name="owner_id"
        label="Owner"
        span={6}
        options={[{ value: '', name: t('Nobody yet') }, ...owners.map(({ id, name }) => ({ value: String(id), name }))]}
      />
      <LostReason />
      <TextField name="next_step" label="Next step" placeholder="Call again, send the price sheet …" />
      <NextDay />
    </>
  );
}

function LostReason() {
  const stage = useWatch({ name: 'status' });
  return stage === 'lost' ? <TextField name="lost_reason" label="Why was it lost?" required /> : null;
}

function NextDay() {
  const { setValue } = useFormContext<FormValues>();
  return (
    <div>
      <DateField name="next_step_on" label="Date" />
      <SoonDays onChoose={(day) => setValue('next_step_on', day, { shouldDirty: true })} />
    </div>
  );
}

/** Working days from today to a week ahead; near Friday some of them are the same. */
export function SoonDays({ onChoose }: { onChoose: (day: string) => void }) {
  const days = new Set([0, 1, 3, 7].map(useWorkingDay()));
  return (
    <div className="soon">
      {[...days].map((day) => (
        <button type="button" key={day} className="button button-quiet button-small" onClick={() => onChoose(day)}>
          {nearDay(day)}
        </button>
      ))}
    </div>
  );
}
