import { useFormContext, useWatch } from 'react-hook-form';
import { dayAhead } from '#ui/admin/dates.ts';
import { OptionField } from '#ui/form/choice-field.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import type { FormValues } from '#ui/form/values.ts';
import { stageNames, stages } from '../../lead/strings.ts';
import { useOwners } from './use-leads.ts';

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
        options={[{ value: '', name: 'Nobody yet' }, ...owners.map(({ id, name }) => ({ value: String(id), name }))]}
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

const soon: [string, number][] = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
];

function NextDay() {
  const { setValue } = useFormContext<FormValues>();
  return (
    <div>
      <DateField name="next_step_on" label="On" />
      <SoonDays onChoose={(days) => setValue('next_step_on', dayAhead(days), { shouldDirty: true })} />
    </div>
  );
}

export function SoonDays({ onChoose }: { onChoose: (days: number) => void }) {
  return (
    <div className="soon">
      {soon.map(([label, days]) => (
        <button type="button" key={label} className="button button-quiet button-small" onClick={() => onChoose(days)}>
          {label}
        </button>
      ))}
    </div>
  );
}
