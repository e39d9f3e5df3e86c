import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { DialogButtons } from '#ui/admin/dialog/modal.tsx';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { WholeLead } from '../../lead/schema.ts';
import { contactOf, phoneInWords } from '../../lead/strings.ts';
import { mailInWords } from '../mail/mail-in-words.ts';
import { momentInWords } from '../screen/parts.tsx';

export function Details({ lead, onSaved }: { lead: WholeLead; onSaved: () => Promise<void> }) {
  const mayWrite = useMayWrite();
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="lead-details">
      <div className="lead-section-head">
        <h3 id="lead-details">Details</h3>
        {mayWrite && !editing && (
          <button type="button" className="button button-text button-small" onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            Correct
          </button>
        )}
      </div>
      {editing ? (
        <DetailsForm
          lead={lead}
          onDone={async () => {
            setEditing(false);
            await onSaved();
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Facts lead={lead} />
      )}
    </section>
  );
}

function Facts({ lead }: { lead: WholeLead }) {
  const campaign = [lead.utm_source, lead.utm_medium, lead.utm_campaign].filter(Boolean).join(' · ');
  return (
    <dl className="lead-facts">
      <Fact name="Number">{lead.number && phoneInWords(lead.number)}</Fact>
      <Fact name="Email">{lead.email}</Fact>
      <Fact name="Received">{momentInWords(lead.created_at)}</Fact>
      <Fact name="Link and password">{mailInWords(lead)}</Fact>
      <Fact name="Students">{lead.students}</Fact>
      <Fact name="Package">{lead.package_note}</Fact>
      <Fact name="Agreed to">{lead.consent && consentInWords(lead.consent)}</Fact>
      <Fact name="Page">{lead.page}</Fact>
      <Fact name="Came from">{lead.referrer}</Fact>
      <Fact name="Campaign">{campaign}</Fact>
      <Fact name="Looks like spam because of">{lead.spam && lead.spam_reasons.join(', ').replaceAll('_', ' ')}</Fact>
    </dl>
  );
}

/** "line 1, text 2 2026-11-23T07:41:02.597Z" with a formatted timestamp. */
function consentInWords(consent: string): string {
  return consent.replace(/^l/, 'L').replace(/\S+T\S+Z$/, (at) => `of ${momentInWords(at)}`);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DetailsForm(props: { lead: WholeLead; onDone: () => Promise<void>; onCancel: () => void }) {
  const { lead, onDone, onCancel } = props;
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
      const { message } = await api.put<Written<WholeLead>>(leadCalls.one.replace(':id', String(lead.id)), body);
      notifyDone(message);
      await onDone();
    },
    onFailure: (error) => notifyFailed(messageOf(error)),
  });
  return (
    <FormProvider {...form}>
      <form aria-label="Correct the details" noValidate onSubmit={submit}>
        <ErrorSummary others={others} />
        <div className="form-grid">
          <TextField name="institute_name" label="Institute" />
          <TextField name="name" label="Name" required />
          <TextField name="number" label="Number" type="tel" span={6} />
          <TextField name="email" label="Email" type="email" span={6} />
        </div>
        <DialogButtons onCancel={onCancel}>
          <SubmitButton idle="Save details" busy="Saving" />
        </DialogButtons>
      </form>
    </FormProvider>
  );
}
