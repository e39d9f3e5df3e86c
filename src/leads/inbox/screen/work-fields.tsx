import { useFormContext, useWatch } from 'react-hook-form';
import { Field, useField } from '#ui/form/field.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import type { FormValues } from '#ui/form/values.ts';
import type { Owner } from '../../lead/schema.ts';
import { stageNames, stages } from '../../lead/words.ts';
import { useOwners } from './use-leads.ts';

/** How far it has come, who cares for it, and what comes next. The owner that it has may be somebody who has left. */
export function WorkFields({ owner = null }: { owner?: Owner | null }) {
  return (
    <>
      <SelectOf name="status" label="Stage" span={6} options={stages.map((stage) => [stage, stageNames[stage]])} />
      <OwnerField present={owner} />
      <LostReason />
      <TextField name="next_step" label="Next step" placeholder="Call again, send the price sheet …" />
      <NextDay />
    </>
  );
}

function OwnerField({ present }: { present: Owner | null }) {
  const active = useOwners();
  const hasLeft = present !== null && active.every(({ id }) => id !== present.id);
  const owners = hasLeft ? [...active, present] : active;
  return (
    <SelectOf
      name="owner_id"
      label="Owner"
      span={6}
      options={[['', 'Nobody yet'], ...owners.map(({ id, name }): [string, string] => [String(id), name])]}
    />
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

/** The day of the next step; the usual ones by one touch. */
function NextDay() {
  const { setValue } = useFormContext<FormValues>();
  return (
    <div>
      <DateField name="next_step_on" label="On" />
      <div className="soon">
        {soon.map(([label, days]) => (
          <button
            type="button"
            key={label}
            className="button button-quiet button-small"
            onClick={() => setValue('next_step_on', dayAhead(days), { shouldDirty: true })}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

function SelectOf(props: { name: string; label: string; span: 6; options: [string, string][] }) {
  const { name, label, span, options } = props;
  const { id, error, aria, register } = useField(name);
  return (
    <Field id={id} {...{ label, span, error }}>
      <select className="control" {...aria} {...register(name)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

const inDhaka = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka', dateStyle: 'short' });

function dayAhead(days: number): string {
  return inDhaka.format(Date.now() + days * 86_400_000);
}
