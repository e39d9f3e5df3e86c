import { Hourglass, type LucideIcon, MailX, Merge, Pencil, Split } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { takaInWords } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { isMailSetUp, isUndelivered } from '#mail/states.ts';
import { adminCalls, leadCalls, withId } from '#paths.ts';
import { api, useReload } from '#ui/admin/calls/api.ts';
import { Fact } from '#ui/admin/card.tsx';
import { formatDay, timeOfDay } from '#ui/admin/dates.ts';
import { returnFocusToDialog } from '#ui/admin/dialog/focus-back.ts';
import { DialogButtons } from '#ui/admin/dialog/modal.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyResult } from '#ui/admin/notify.tsx';
import { CallForm, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { Lead, LeadMail, WholeLead } from '../../lead/schema.ts';
import { contactOf, phoneInWords } from '../../lead/strings.ts';
import { DuplicateItem, lostMails, momentInWords, NextStep, wayInWords } from '../screen/parts.tsx';
import { useDuplicates, useRetention, useWork } from '../screen/use-leads.tsx';

interface FormProps {
  lead: WholeLead;
  onClose: () => void;
}

export function Details({ lead }: { lead: WholeLead }) {
  const mayWrite = useMayWrite();
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="lead-details">
      <div className="lead-section-head">
        <h3 id="lead-details">Details</h3>
        {mayWrite && !editing && (
          <button type="button" className="button button-text button-small" onClick={() => setEditing(true)}>
            <Pencil />
            Correct
          </button>
        )}
      </div>
      {editing ? (
        <DetailsForm lead={lead} onClose={() => setEditing(false)} />
      ) : (
        <Facts lead={lead} isFixed={!mayWrite} />
      )}
    </section>
  );
}

function Facts({ lead, isFixed }: { lead: WholeLead; isFixed: boolean }) {
  const campaign = [lead.utm_source, lead.utm_medium, lead.utm_campaign].filter(Boolean).join(' · ');
  return (
    <dl className="lead-facts">
      <Fact label="Owner">{isFixed && lead.owner?.name}</Fact>
      <Fact label={lead.status === 'lost' ? 'Lost because' : 'Next step'}>
        {isFixed && (lead.next_step ?? lead.lost_reason) && <NextStep lead={lead} />}
      </Fact>
      <Fact label="Number">{lead.number && phoneInWords(lead.number)}</Fact>
      <Fact label="Email">{lead.email}</Fact>
      <Fact label="Received">{momentInWords(lead.created_at)}</Fact>
      <Fact label="Link and password">{mailInWords(lead)}</Fact>
      <Fact label="District">{lead.district}</Fact>
      <Fact label="Kind of institution">{lead.institute_kind}</Fact>
      <Fact label="Students">{lead.students}</Fact>
      <Fact label="Package">{lead.package_note}</Fact>
      <Fact label="Agreed to the privacy notice">{lead.consent && consentInWords(lead.consent)}</Fact>
      <Fact label="Page">{lead.page}</Fact>
      <Fact label="Came from">{lead.referrer}</Fact>
      <Fact label="Campaign">{campaign}</Fact>
      <Fact label="Looks like spam because of">
        {lead.spam && lead.spam_reasons.map((reason) => spamReasons[reason] ?? reason.replaceAll('_', ' ')).join(', ')}
      </Fact>
    </dl>
  );
}

const spamReasons: Partial<Record<string, string>> = t({
  link: 'link',
  'many links': 'many links',
  'markup of a link': 'markup of a link',
  advertising: 'advertising',
  'much advertising': 'much advertising',
  'another script': 'another script',
  'no other script': 'no other script',
  'name without a letter': 'name without a letter',
  'institute without a letter': 'institute without a letter',
  'letters at random': 'letters at random',
  'long name': 'long name',
  'passing address': 'passing address',
  'hidden field': 'hidden field',
  'filled in at once': 'filled in at once',
  'the same phone often': 'the same phone often',
  'the same phone very often': 'the same phone very often',
});

/** From "line 1, text 2 2026-11-23T07:41:02.597Z": the page about privacy as it stood then. */
function consentInWords(consent: string): string {
  const [, version, at] = consent.match(/text (\d+) (\S+)$/) ?? [];
  return version && at ? t`version ${Number(version)}, of ${momentInWords(at)}` : t('before its page was written');
}

function DetailsForm({ lead, onClose }: FormProps) {
  const reload = useReload();
  const before = {
    name: lead.name,
    institute_name: lead.institute_name,
    number: lead.number && phoneInWords(lead.number),
    email: lead.email,
  };
  const { form, submit, others } = useCallForm({
    // If only one name is known, both fields hold it; show it once.
    values: { ...before, ...(contactOf(lead) === null && { institute_name: '' }) },
    send: async (values) => {
      const formValues = { ...values, institute_name: values.institute_name || values.name };
      const changed = Object.entries(formValues).filter(
        ([name, value]) => value !== before[name as keyof typeof before],
      );
      const body = { ...Object.fromEntries(changed), updated_at: lead.updated_at };
      const { message } = await api.put(withId(leadCalls.one, lead.id), body);
      notifyDone(message);
      onClose();
      await reload();
    },
  });
  return (
    <CallForm {...{ form, submit, others }} aria-label="Correct the details">
      <div className="form-grid">
        <TextField name="institute_name" label="Institute" />
        <TextField name="name" label="Name" required />
        <TextField name="number" label="Number" type="tel" span={6} />
        <TextField name="email" label="Email" type="email" span={6} />
      </div>
      <DialogButtons onCancel={onClose}>
        <SubmitButton idle="Save details" busy="Saving" />
      </DialogButtons>
    </CallForm>
  );
}

export function Value({ lead }: { lead: WholeLead }) {
  const work = useWork();
  const mayWrite = useMayWrite();
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const body = { value: typed, updated_at: lead.updated_at };
    if (await work.change(api.put(withId(leadCalls.one, lead.id), body))) setTyped(null);
    setBusy(false);
  }

  return (
    <section className="lead-value" aria-labelledby="lead-value">
      <h3 id="lead-value">Value</h3>
      {typed === null ? (
        <>
          <span>{lead.value === null ? 'Not known' : takaInWords(lead.value)}</span>
          {mayWrite && (
            <button
              type="button"
              className="button button-text button-small"
              onClick={() => setTyped(String(lead.value ?? ''))}
            >
              <Pencil />
              {lead.value === null ? 'Write' : 'Change'}
              <span className="sr-only"> the value</span>
            </button>
          )}
        </>
      ) : (
        <form aria-label="Value" noValidate onSubmit={(event) => void save(event)}>
          <input
            className="control"
            aria-label="Value in taka"
            inputMode="numeric"
            placeholder="৳"
            value={typed}
            ref={focus}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" className="button button-quiet" aria-busy={busy}>
            Save
          </button>
          <button type="button" className="button button-text" onClick={() => setTyped(null)}>
            Cancel
          </button>
        </form>
      )}
    </section>
  );
}

/** Outside of the component: a lead that is read again takes the focus from nobody. */
const focus = (input: HTMLInputElement | null) => input?.focus();

export function ErasureDate({ lead }: { lead: Lead }) {
  const { spam, status, status_since, created_at } = lead;
  const rule = useRetention(spam ? 'spam' : status === 'won' || status === 'lost' ? status : null);
  if (!rule) return null;
  // As in erasing.server.ts: spam counts from its creation, won and lost from their last change of stage.
  const end = new Date(spam ? created_at : status_since);
  end.setUTCMonth(end.getUTCMonth() + rule.months);
  const [last = ''] = [end.toISOString(), rule.appliesFrom ?? ''].sort().reverse();
  return (
    <p className="note kept-until row">
      <Hourglass />
      By the rules of retention it is erased for good after {formatDay(last.slice(0, 10))}.
    </p>
  );
}

interface DuplicateAction {
  word: string;
  title: string;
  path: string;
  Icon: LucideIcon;
}

const duplicateActions: Record<'merge' | 'unmerge', DuplicateAction> = {
  merge: { word: 'Merge', title: 'Merge into this lead', path: leadCalls.merge, Icon: Merge },
  unmerge: { word: 'Take out', title: 'Take out again', path: leadCalls.unmerge, Icon: Split },
};

export function DuplicatesOf({ lead }: { lead: WholeLead }) {
  const work = useWork();
  const found = useDuplicates(lead.id);
  const direct = lead.merged.filter(({ merged_into_id }) => merged_into_id === lead.id);
  if (found.length === 0 && lead.merged.length === 0) return null;
  const item = (other: Lead, label: string, { word, title, path, Icon }: DuplicateAction) => (
    <DuplicateItem key={other.id} lead={other} label={label}>
      <Writers>
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`${title}: ${other.name}, ${other.institute_name}`}
          onClick={() => void work.post(lead, path, { ids: [other.id] })}
        >
          <Icon />
          {word}
        </button>
      </Writers>
    </DuplicateItem>
  );
  return (
    <section aria-labelledby="lead-twins">
      <h3 id="lead-twins">Duplicates</h3>
      <ul className="twins">
        {found.map(({ by, lead: other }) => item(other, wayInWords[by], duplicateActions.merge))}
        {direct.map((other) => item(other, t('Merged into this lead'), duplicateActions.unmerge))}
      </ul>
    </section>
  );
}

export function MailFailure({ lead }: { lead: WholeLead }) {
  const reload = useReload();
  const [correcting, setCorrecting] = useState(false);
  const { mail, spam } = lead;
  if (!mail || spam || !isUndelivered(mail.state)) return null;
  return (
    <section className="notice notice-bad mail-trouble" aria-label="What became of the mail">
      <MailX />
      <div>
        <p>
          <b>{lostMails[mail.state]}.</b>{' '}
          {mail.state === 'unclear'
            ? `Ask whether link and password reached ${mail.to} before you send them again.`
            : `Link and password did not reach ${mail.to}.`}
        </p>
        {mail.reason && <p>{mail.reason}</p>}
        <Writers>
          {correcting ? (
            <CorrectForm lead={lead} onClose={() => setCorrecting(false)} />
          ) : (
            <div className="row">
              <button type="button" className="button button-quiet button-small" onClick={() => setCorrecting(true)}>
                Correct and resend
              </button>
              {mail.state === 'unclear' && (
                <button
                  type="button"
                  className="button button-quiet button-small"
                  onClick={() =>
                    notifyResult(api.post(withId(adminCalls.cancelMail, mail.id), {})).then(() => reload())
                  }
                >
                  Leave it
                </button>
              )}
            </div>
          )}
        </Writers>
      </div>
    </section>
  );
}

function CorrectForm({ lead, onClose }: FormProps) {
  const reload = useReload();
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others } = useCallForm({
    values: { email: lead.email },
    send: async (values) => {
      const { message } = await api.post(withId(leadCalls.resend, lead.id), values);
      notifyDone(message);
      // The form is about to be removed, so move the focus back to the panel.
      returnFocusToDialog(element.current);
      onClose();
      await reload();
    },
  });
  useEffect(() => form.setFocus('email', { shouldSelect: true }), [form]);
  return (
    <CallForm {...{ form, submit, others }} ref={element} aria-label="Correct and resend">
      <TextField name="email" label="The right address" type="email" hint="The lead gets this address too." />
      <DialogButtons onCancel={onClose}>
        <SubmitButton idle="Save and send" busy="Sending" />
      </DialogButtons>
    </CallForm>
  );
}

function mailInWords({ access_mail, mail, spam }: Lead): string | undefined {
  if (access_mail === 'held') {
    return t(spam ? 'Held back: it looks like spam' : 'Held back: more came than usual. Resend mails it');
  }
  if (access_mail === 'waiting') return t('Waits for a demo access to be saved');
  return mail ? stateInWords(mail) : undefined;
}

function stateInWords({ state, to, at, attempts, next_attempt_at }: LeadMail): string {
  switch (state) {
    case 'queued':
      if (!isMailSetUp()) return t('Not sent: mail is not set up. It waits in the Outbox');
      return attempts > 0 && next_attempt_at
        ? t`Queued for ${to}. Attempt ${attempts} did not work; the next is at ${timeOfDay(Date.parse(next_attempt_at))}`
        : t`Queued for ${to}`;
    case 'sending':
      return t`Being sent to ${to}`;
    case 'sent':
      return t`Sent to ${to}, ${momentInWords(at)}`;
    case 'unclear':
      return t`Probably arrived at ${to}`;
    case 'bounced':
      return t`Bounced: ${to} was refused`;
    case 'dead':
      return t`Given up: ${to} could not be reached`;
    case 'cancelled':
      return t('Stopped by staff');
  }
}
