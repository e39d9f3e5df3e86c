import { Check, MessageCircle } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useUser } from '#auth/session.ts';
import { dhakaTime, fieldTime } from '#cms/versions/dhaka-time.ts';
import { t } from '#i18n/text.ts';
import { leadCalls, withId } from '#paths.ts';
import { api, create } from '#ui/admin/calls/api.ts';
import { formatMoment, nearDay } from '#ui/admin/dates.ts';
import type { FormValues } from '#ui/form/call-form.tsx';
import { useUnloadGuard } from '#ui/form/form-card.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import type { Lead, WholeLead } from '../../lead/schema.ts';
import { leadLimits, type Outcome, outcomeNames, stageNames, stepMoment } from '../../lead/strings.ts';
import { LostForm } from '../screen/lost-form.tsx';
import { SoonDays } from '../screen/parts.tsx';
import {
  type LeadEdit,
  logMessage,
  undoable,
  useMessages,
  useOwners,
  useWork,
  useWorkingDay,
} from '../screen/use-leads.tsx';
import { hrefOf } from './contact-actions.tsx';

export function WorkSteps({ lead }: { lead: WholeLead }) {
  const work = useWork();
  return (
    <fieldset className="work-steps">
      <legend className="sr-only">What comes next</legend>
      <Chips
        label="Stage"
        names={stageNames}
        chosen={lead.status}
        onChoose={(stage) => void work.moveOne(lead, stage)}
        letter="e"
      />
      {lead.status === 'lost' && <p className="note">Lost because: {lead.lost_reason}</p>}
      <OwnerChoice lead={lead} />
      <NextStepForm lead={lead} />
    </fieldset>
  );
}

/** The current owner may have left. */
function OwnerChoice({ lead }: { lead: Lead }) {
  const work = useWork();
  const id = useId();
  const me = useUser();
  const { owner } = lead;
  const active = useOwners();
  const hasLeft = owner !== null && active.every((each) => each.id !== owner.id);
  const owners = hasLeft ? [...active, owner] : active;
  const mine = owners.find((each) => each.id === me?.id);

  function give(ownerId: number | null) {
    const name = owners.find((each) => each.id === ownerId)?.name;
    void work.quickEdit(lead, { owner_id: ownerId }, t(name ? `Owner: ${name}` : 'Nobody’s any more'));
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
export function NextStepForm({ lead }: { lead: Lead }) {
  const work = useWork();
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

  async function save(more: LeadEdit = {}) {
    const before = lastSent.current;
    const { next_step, next_step_on, next_step_time } = { ...form.getValues(), ...more };
    const typed = {
      next_step: String(next_step ?? '').trim(),
      next_step_on: String(next_step_on ?? ''),
      next_step_time: String(next_step_time ?? ''),
    };
    const touched = Object.entries(typed).filter(([name, value]) => value !== before[name as keyof Step]);
    if (touched.length === 0) return;
    lastSent.current = typed;
    form.reset(typed);
    const fields = Object.fromEntries(touched.map(([name, value]) => [name, value || null]));
    const isSaved = await work.quickEdit(baseLead.current, fields, wordsOf(typed));
    if (isSaved) return;
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
        <div className="day-and-hour">
          <DateField name="next_step_on" label="Date" />
          <TextField type="time" name="next_step_time" label="Hour" />
        </div>
        <SoonDays onChoose={(day) => void save({ next_step_on: day })} />
        {/* With two fields of text, Enter needs it. */}
        <button type="submit" hidden />
      </form>
    </FormProvider>
  );
}

interface Step {
  next_step: string;
  next_step_on: string;
  next_step_time: string;
}

function stepOf({ next_step, next_step_on, next_step_time }: Lead): Step {
  return { next_step: next_step ?? '', next_step_on: next_step_on ?? '', next_step_time: next_step_time ?? '' };
}

function wordsOf({ next_step, ...step }: Pick<Lead, keyof Step>): string {
  const words = [next_step, formatMoment(stepMoment(step))].filter(Boolean).join(' · ');
  return t(words ? `Next step: ${words}` : 'No next step any more');
}

/** While a year is typed, a date input already reports years such as 0002. */
function isWholeDay(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'date' && target.value >= '2000';
}

interface ChipsProps<Name extends string> {
  label: string;
  names: Record<Name, string>;
  chosen: Name | null;
  onChoose: (name: Name) => void;
  letter?: string;
}

function Chips<Name extends string>({ label, names, chosen, onChoose, letter }: ChipsProps<Name>) {
  const all = Object.keys(names) as Name[];
  return (
    <fieldset className="lead-chips flow" data-key={letter} onKeyDown={goAlong}>
      <legend className="label">{label}</legend>
      {all.map((name) => (
        <button
          key={name}
          type="button"
          className="button button-quiet"
          data-stage={name}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function goAlong(event: React.KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const step = steps[event.key];
  const chosen = buttons[Number(event.key) - 1];
  if (step !== undefined) {
    const now = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  } else if (chosen) chosen.click();
  else return;
  event.preventDefault();
}

interface CallOutcomeProps {
  lead: Lead;
  /** Called as soon as a proposal is accepted, with its saving. */
  onAccept?: (saving: Promise<unknown>) => void;
}

/**
 * Logs the outcome of a call, takes a note, and proposes the next step, with or without a WhatsApp message; or asks why
 * somebody is not interested.
 */
export function CallOutcomeForm({ lead, onAccept }: CallOutcomeProps) {
  const work = useWork();
  const me = useUser();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    rest.current?.scrollIntoView({ block: 'nearest' });
    if (outcome) rest.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [outcome]);

  async function choose(chosen: Outcome) {
    if (chosen === outcome) return;
    setOutcome(chosen);
    const now = await work.log(create(withId(leadCalls.calls, lead.id), { outcome: chosen }));
    const call = now?.history.findLast(({ event }) => event === 'called');
    if (!call) return setOutcome(null);
    const path = withId(leadCalls.call, lead.id).replace(':call', String(call.call_id));
    undoable(t`Call: ${outcomeNames[chosen]}`, () => work.log(api.delete(path)), lead);
  }

  /** A caller becomes the owner of a lead that has none. */
  function take(edit: LeadEdit, words: string): Promise<boolean> {
    setOutcome(null);
    const owned = lead.owner === null && me ? { ...edit, owner_id: me.id } : edit;
    const saving = work.quickEdit(lead, owned, words);
    onAccept?.(saving);
    return saving;
  }

  return (
    <div className="call-outcome">
      <Chips label="How did the call end?" names={outcomeNames} chosen={outcome} onChoose={choose} />
      {outcome && (
        <div className="stack-small" ref={rest}>
          {outcome === 'not_interested' ? (
            <LostForm
              before=""
              onClose={() => setOutcome(null)}
              onGive={(lost_reason) => void take({ status: 'lost', lost_reason }, t`Moved to ${stageNames.lost}`)}
            />
          ) : (
            <AfterCall {...{ lead, outcome, take }} />
          )}
        </div>
      )}
    </div>
  );
}

interface AfterCallProps {
  lead: Lead;
  outcome: keyof typeof next;
  /** True if it is saved. */
  take: (edit: LeadEdit, words: string) => Promise<boolean>;
}

function AfterCall({ lead, outcome, take }: AfterCallProps) {
  const work = useWork();
  const isFree = lead.owner === null;
  const [note, write] = useNoteDraft(lead, 'after a call with');
  const workingDay = useWorkingDay();
  const message = useMessages(lead.id).find(({ after_call, off }) => after_call === outcome && !off);
  const { edit, words } = proposalFor(lead, outcome, workingDay);

  async function save() {
    const noted = note.trim() ? { ...edit, note: note.trim() } : edit;
    if (await take(noted, wordsOf({ ...stepOf(lead), ...edit }))) write('');
  }

  return (
    <>
      <NoteField text={note} onType={write} />
      <button type="button" className="button button-primary proposal" onClick={() => void save()}>
        <Check />
        <span>{isFree ? `${words} and make it mine` : words}</span>
      </button>
      {message && (
        <a
          className="button button-quiet proposal"
          data-key="w"
          href={hrefOf('whatsapp', lead, message)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void save().then(() => work.log(logMessage(lead, 'whatsapp', message.template_id)))}
        >
          <MessageCircle />
          <span>
            The same, and WhatsApp: <span lang="bn">{message.name}</span>
          </span>
        </a>
      )}
    </>
  );
}

/** Kept in sessionStorage until it is saved. */
export function useNoteDraft(lead: Lead, place: string): [string, (text: string) => void] {
  const draft = `note of ${useUser()?.id} ${place} lead ${lead.id}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next) sessionStorage.setItem(draft, next);
      else sessionStorage.removeItem(draft);
    },
  ];
}

export function NoteField({ text, onType }: { text: string; onType: (text: string) => void }) {
  return (
    <label className="field">
      <span className="label">Note</span>
      <textarea
        className="control"
        lang="bn"
        rows={2}
        maxLength={leadLimits.note}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
    </label>
  );
}

interface Proposal {
  edit: LeadEdit;
  /** What the button does. */
  words: string;
}

const next: Record<Exclude<Outcome, 'not_interested'>, { step: string; days: number }> = t({
  spoke: { step: 'Ask how the demo went', days: 3 },
  no_answer: { step: 'Call again', days: 1 },
  busy: { step: 'Call again', days: 0 },
  wrong_number: { step: 'Ask for the right number', days: 1 },
});

const quarter = 15 * 60_000;
const endOfDay = '18:00';

/** Who is busy is called again after an hour, or on the next working day. */
function proposalFor(lead: Lead, outcome: keyof typeof next, workingDay: (days: number) => string): Proposal {
  const { step: next_step, days } = next[outcome];
  const soon = new Date(Math.ceil(Date.now() / quarter + 4) * quarter).toISOString();
  const hour = fieldTime(soon).slice(11);
  const isToday = days === 0 && fieldTime(soon).startsWith(workingDay(0)) && hour <= endOfDay;
  const next_step_on = workingDay(isToday ? 0 : days || 1);
  const edit: LeadEdit = { next_step, next_step_on, next_step_time: isToday ? hour : null };
  const when = isToday ? dhakaTime(soon) : nearDay(next_step_on);
  if (outcome !== 'spoke' || lead.status !== 'new') return { edit, words: t`Plan “${next_step}” for ${when}` };
  edit.status = 'contacted';
  return { edit, words: t`Move to ${stageNames.contacted}, plan “${next_step}” for ${when}` };
}
