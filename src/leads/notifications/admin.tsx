import { Link } from 'react-router';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { t } from '#i18n/text.ts';
import { adminPages, calls } from '#paths.ts';
import { Field, type FormValues, useField } from '#ui/form/call-form.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { FormCard, useLeaveGuard } from '#ui/form/form-card.tsx';
import { OnlyRecordScreen } from '#ui/form/only-record-screen.tsx';
import { OnOffSwitch, TextArea } from '#ui/form/text-field.tsx';
import type { NotificationSettings as Settings } from './schema.ts';

export default function NotificationSettingsScreen() {
  return (
    <OnlyRecordScreen<Settings> title="Notifications" path={calls.notificationSettings}>
      {(settings) => <Form settings={settings} />}
    </OnlyRecordScreen>
  );
}

function Form({ settings }: { settings: Settings }) {
  const record = { path: calls.notificationSettings, record: settings, valuesOf, bodyOf };
  const { form, submit, others, dirty } = useOnlyRecord(record);
  useLeaveGuard(dirty, 'notification settings');
  return (
    <FormCard title="Mails about demo requests" {...{ form, submit, others }}>
      <div className="form-grid">
        {!settings.mail_server && (
          <div className="notice notice-draft">
            <p>Mail is not set up, so mails wait in the outbox. The bell works without one.</p>
          </div>
        )}
        <p className="note">
          Owners and Sales get a mail for each new request. Each of them chooses in the{' '}
          <Link to={adminPages.profile}>profile</Link>: at once, once a day, or never.
        </p>
        <TextArea
          name="sales_addresses"
          label="Addresses outside the staff"
          rows={3}
          hint="One address in each line. Most offices need none."
        />
        <OnOffSwitch name="mail_requests" label="Mail them each new request" span={6} />
        <OnOffSwitch name="mail_digest" label="Mail them the digest each morning" span={6} />
        <DigestHour />
        <OptionField
          name="assign"
          label="Owner of a new lead"
          span={8}
          options={[
            { value: 'none', name: t('Nobody until the first call') },
            { value: 'in_turn', name: t('The active salespeople, in turn') },
          ]}
        />
      </div>
    </FormCard>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function DigestHour() {
  const { id, error, aria, register } = useField('digest_hour', true);
  return (
    <Field
      id={id}
      label="Digest at"
      span={4}
      error={error}
      hint="The hour in Dhaka, for staff too. What is overdue, due today, and new since yesterday."
    >
      <select className="control" {...aria} {...register('digest_hour')}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {`${hour}`.padStart(2, '0')}:00
          </option>
        ))}
      </select>
    </Field>
  );
}

function valuesOf(settings: Settings): FormValues {
  return {
    sales_addresses: settings.sales_addresses.join('\n'),
    mail_requests: settings.mail_requests,
    mail_digest: settings.mail_digest,
    digest_hour: String(settings.digest_hour),
    assign: settings.assign,
  };
}

function bodyOf(values: FormValues) {
  return {
    ...values,
    sales_addresses: String(values.sales_addresses).split(/[\n,;]/),
    digest_hour: Number(values.digest_hour),
  };
}
