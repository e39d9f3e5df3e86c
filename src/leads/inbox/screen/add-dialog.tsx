import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { leadCalls, leadPage } from '#paths.ts';
import { CallError, create, useReload, type Written } from '#ui/admin/calls/api.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';
import {
  CallForm,
  ErrorSummary,
  type FormValues,
  mergeValues,
  SubmitButton,
  useCallForm,
} from '#ui/form/call-form.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { DraftOffer, useDeviceDraft } from '#ui/form/drafts/device-draft.tsx';
import { useLeaveGuard, useSaveKey } from '#ui/form/form-card.tsx';
import { DateField, TextArea, TextField } from '#ui/form/text-field.tsx';
import type { Duplicates, Lead, WholeLead } from '../../lead/schema.ts';
import { stageNames, stages } from '../../lead/strings.ts';
import { DuplicateItem, SoonDays, wayInWords } from './parts.tsx';
import { useOwners } from './use-leads.tsx';

const empty = {
  institute_name: '',
  name: '',
  number: '',
  email: '',
  note: '',
  status: 'new',
  lost_reason: '',
  owner_id: '',
  next_step: '',
  next_step_on: '',
  send_mail: false,
};

const draft = { path: leadCalls.list, recordId: null, version: null, label: 'new lead' };

/**
 * Likely duplicates are shown before a second lead is created. The URL holds whether the dialog is open, so the
 * navigation guard protects a typed draft.
 */
export default function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (lead: Lead) => void }) {
  const reload = useReload();
  const element = useRef<HTMLFormElement>(null);
  const [duplicates, setDuplicates] = useState<Duplicates>([]);
  const { form, submit, others } = useCallForm({
    values: empty,
    send: async (values) => {
      const body = { ...values, owner_id: values.owner_id || null, add_duplicate: duplicates.length > 0 };
      const { data, message } = await create<Written<WholeLead>>(leadCalls.list, body);
      notifyDone(message);
      form.reset(values);
      discard();
      await reload();
      onAdded(data);
    },
    onFailure: (error) => {
      if (error instanceof CallError && error.status === 409) setDuplicates(error.data as Duplicates);
      else notifyError(error);
    },
  });
  const { offer, discard } = useDeviceDraft(
    form,
    () => draft,
    ({ values }) => mergeValues(form, values),
  );
  useSaveKey(element);
  useLeaveGuard(form.formState.isDirty, 'lead');

  return (
    <Modal title="Add lead" onClose={onClose}>
      <CallForm
        {...{ form, submit }}
        className="add-lead"
        ref={element}
        aria-label="Add lead"
        // An edit may change who the duplicates are, so check again.
        onChange={() => setDuplicates([])}
      >
        {offer && <DraftOffer {...offer} />}
        <ErrorSummary others={others} />
        <div className="form-grid">
          <TextField name="institute_name" label="Institute" span={6} />
          <TextField name="name" label="Name" span={6} />
          <TextField name="number" label="Number" type="tel" span={6} placeholder="01712-345678" />
          <TextField name="email" label="Email" type="email" span={6} />
          <WorkFields />
          <TextArea name="note" label="Note" rows={2} />
          <SendMail />
        </div>
        {duplicates.length > 0 && <AlreadyThere duplicates={duplicates} />}
        <DialogButtons onCancel={onClose}>
          <SubmitButton idle={duplicates.length > 0 ? 'Add all the same' : 'Add lead'} busy="Adding" />
        </DialogButtons>
      </CallForm>
    </Modal>
  );
}

function SendMail() {
  const { register } = useFormContext();
  return (
    <label className="check">
      <input type="checkbox" {...register('send_mail')} />
      <span>Mail the demo link and password</span>
    </label>
  );
}

function AlreadyThere({ duplicates }: { duplicates: Duplicates }) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="notice notice-draft already-there" role="alert" ref={notice}>
      <p>
        <b>{duplicates.length === 1 ? 'This lead may be the same.' : 'These leads may be the same.'}</b> Nothing was
        added yet.
      </p>
      <ul className="twins">
        {duplicates.map(({ by, lead }) => (
          <DuplicateItem key={lead.id} lead={lead} label={wayInWords[by]}>
            <a className="button button-quiet button-small" href={leadPage(lead.id)} target="_blank" rel="noopener">
              <ExternalLink />
              Open
              <span className="sr-only">
                {' '}
                {lead.institute_name}, {lead.name}, in a new tab
              </span>
            </a>
          </DuplicateItem>
        ))}
      </ul>
    </section>
  );
}

function WorkFields() {
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
