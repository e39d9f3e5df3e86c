import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { PasswordField, useCallForm } from '#ui/form/call-form.tsx';
import { FormCard, useLeaveGuard } from '#ui/form/form-card.tsx';
import { OnlyRecordScreen } from '#ui/form/only-record-screen.tsx';
import { StatusSwitch, TextArea, TextField } from '#ui/form/text-field.tsx';
import { type LeadAds, leadAdFields } from './schema.ts';

export default function LeadAdsScreen() {
  return (
    <OnlyRecordScreen<LeadAds> title="Lead Ads" path={adminCalls.inbound}>
      {(ads, { dataUpdatedAt, refetch }) => <Form key={dataUpdatedAt} ads={ads} onSaved={refetch} />}
    </OnlyRecordScreen>
  );
}

function Form({ ads, onSaved }: { ads: LeadAds; onSaved: () => Promise<unknown> }) {
  const { status, page_id, fields, secrets, waiting, last_error } = ads;
  const lines = Object.entries(fields).map(([question, field]) => `${question} = ${field}`);
  const { form, submit, others } = useCallForm({
    values: { status, page_id, fields: lines.join('\n'), page_token: '', app_secret: '', verify_token: '' },
    send: async (values) => {
      const chosen = String(values.fields).matchAll(/^(.+)=(.+)$/gm);
      const body = { ...values, fields: Object.fromEntries([...chosen].map(([, ...pair]) => pair.map(trim))) };
      notifyDone((await api.put<{ message: string }>(adminCalls.inbound, body)).message);
      await onSaved();
    },
  });
  useLeaveGuard(form.formState.isDirty, 'Lead Ads');
  const storedHint = (name: string) => (secrets.includes(name) ? t('Empty: the one that is stored') : '');
  return (
    <FormCard title="Facebook and Instagram" {...{ form, submit, others }}>
      <div className="form-grid">
        {waiting > 0 && (
          <div className="notice notice-draft">
            <p>
              {`Leads that are still to be fetched: ${waiting}.`} {last_error}
            </p>
          </div>
        )}
        <p className="note">
          <span>Enter this address at Meta, under Webhooks → Page → leadgen:</span> <code>{ads.url}</code>
        </p>
        <TextField
          name="verify_token"
          label="Verify token"
          span={6}
          hint={storedHint('verify_token') || 'A word of yours, the same here and at Meta'}
        />
        <TextField
          name="page_id"
          label="Number of the page"
          required
          span={6}
          hint="At Facebook: the page → About → Page transparency"
        />
        <PasswordField
          name="app_secret"
          label="App secret"
          autoComplete="new-password"
          hint={storedHint('app_secret') || 'At Meta: App settings → Basic'}
        />
        <PasswordField
          name="page_token"
          label="Page token"
          autoComplete="new-password"
          hint={
            storedHint('page_token') ||
            'A token of a system user for this page that does not end, with leads_retrieval and pages_manage_metadata'
          }
        />
        <TextArea
          name="fields"
          label="Questions"
          rows={4}
          hint={`Name, number, e-mail, institute, district and students are known by themselves. For others write a line: the question as Meta sends it = one of ${leadAdFields.join(', ')}`}
        />
        <StatusSwitch name="status" label="Lead Ads" active="Leads are taken" inactive="Leads are not taken" />
      </div>
    </FormCard>
  );
}

const trim = (text: string) => text.trim();
