import { useEffect, useId, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useUser } from '#auth/session.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import { useUnloadGuard } from '#ui/form/use-leave-guard.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { WholeLead } from '../../lead/schema.ts';
import { stageNames } from '../../lead/strings.ts';
import { useOwners } from '../screen/use-leads.ts';
import type { LeadEdit } from '../screen/use-quick-edit.ts';
import type { LeadWork } from '../screen/use-work.ts';
import { dayAhead, SoonDays } from '../screen/work-fields.tsx';
import { Chips } from './chips.tsx';

interface StepsProps {
  lead: WholeLead;
  work: LeadWork;
}

export function WorkSteps({ lead, work }: StepsProps) {
  const mayWrite = useMayWrite();
  return (
    <fieldset className="work-steps" disabled={!mayWrite}>
      <legend className="sr-only">What comes next</legend>
      <Chips
        label="Stage"
        names={stageNames}
        chosen={lead.status}
        onChoose={(stage) => work.moveOne(lead, stage)}
        letter="e"
      />
      {lead.status === 'lost' && <p className="note">Lost because: {lead.lost_reason}</p>}
      <OwnerChoice {...{ lead, work }} />
      <NextStep {...{ lead, work }} />
    </fieldset>
  );
}

/** The current owner may have left. */
function OwnerChoice({ lead, work }: StepsProps) {
  const id = useId();
  const me = useUser();
  const { owner } = lead;
  const active = useOwners();
  const hasLeft = owner !== null && active.every((each) => each.id !== owner.id);
  const owners = hasLeft ? [...active, owner] : active;
  const mine = owners.find((each) => each.id === me?.id);

  function give(ownerId: number | null): void {
    const name = owners.find((each) => each.id === ownerId)?.name;
    void work.touch(lead, { owner_id: ownerId }, name ? `Owner: ${name}` : 'Nobody’s any more');
  }

  return (
    <div className="owner-choice">
      <div className="field">
        <label className="label" htmlFor={id}>
          Owner
        </label>
        <select
          id={id}
          className="control"
          value={owner?.id ?? ''}
          onChange={({ target }) => give(target.value ? Number(target.value) : null)}
        >
          <option value="">Nobody yet</option>
          {owners.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      {mine && mine.id !== owner?.id && (
        <button type="button" className="button button-quiet" data-key="i" onClick={() => give(mine.id)}>
          Me<span className="sr-only">: I care for it</span>
        </button>
      )}
    </div>
  );
}

/** Saved on blur, on submit and on unmount; a date once it is complete. */
function NextStep({ lead, work }: StepsProps) {
  // A refetch updates the fields that were not edited here.
  const form = useForm<FormValues>({ values: { ...stepOf(lead) }, resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  useUnloadGuard(isDirty);
  // Edits apply to the version of the lead on which they began; values that are already being saved are not sent again.
  const baseLead = useRef(lead);
  const lastSent = useRef(stepOf(lead));
  const onLeave = useRef(save);
  useEffect(() => {
    if (!isDirty && baseLead.current !== lead) {
      baseLead.current = lead;
      lastSent.current = stepOf(lead);
    }
    onLeave.current = save;
  });
  useEffect(() => () => void onLeave.current(), []);

  async function save(more: LeadEdit = {}): Promise<void> {
    const before = lastSent.current;
    const { next_step, next_step_on } = { ...form.getValues(), ...more };
    const typed = { next_step: String(next_step ?? '').trim(), next_step_on: String(next_step_on ?? '') };
    const touched = Object.entries(typed).filter(([name, value]) => value !== before[name as keyof Step]);
    if (touched.length === 0) return;
    lastSent.current = typed;
    form.reset(typed);
    const fields = Object.fromEntries(touched.map(([name, value]) => [name, value || null]));
    const end = await work.touch(baseLead.current, fields, wordsOf(typed));
    if (end !== 'failed') return;
    lastSent.current = before;
    for (const [name, value] of touched) form.setValue(name, value, { shouldDirty: true });
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label="Next step"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
          // Move the focus out of the input, so that the shortcuts of the lead work again.
          event.currentTarget.closest<HTMLElement>('.panel')?.focus();
        }}
        onBlur={() => void save()}
        onChange={({ target }) => isWholeDay(target) && void save()}
      >
        <TextField name="next_step" label="Next step" placeholder="Call again, send the price sheet …" data-key="n" />
        <DateField name="next_step_on" label="On" />
        <SoonDays onChoose={(days) => void save({ next_step_on: dayAhead(days) })} />
      </form>
    </FormProvider>
  );
}

interface Step {
  next_step: string;
  next_step_on: string;
}

function stepOf({ next_step, next_step_on }: WholeLead): Step {
  return { next_step: next_step ?? '', next_step_on: next_step_on ?? '' };
}

function wordsOf({ next_step, next_step_on }: Step): string {
  const words = [next_step, next_step_on && formatDay(next_step_on)].filter(Boolean).join(' · ');
  return words ? `Next step: ${words}` : 'No next step any more';
}

/** While a year is typed, a date input already reports years such as 0002. */
function isWholeDay(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'date' && target.value >= '2000';
}
