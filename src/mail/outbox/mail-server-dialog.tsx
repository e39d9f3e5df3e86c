import { useQuery } from '@tanstack/react-query';
import { adminCalls, calls } from '#paths.ts';
import { answerAt, api, useReload } from '#ui/admin/calls/api.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyResult } from '#ui/admin/notify.tsx';
import { PasswordField } from '#ui/form/call-form.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { NotLoaded } from '#ui/table/table.tsx';
import type { MailServerOnWire } from './schema.ts';

/** Where mails are handed to, for owners who can't set SMTP_URL where the program is started. */
export default function MailServerDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: MailServerOnWire }>(adminCalls.mailServer),
    gcTime: 0,
  });
  // Opened with its fields, so that the focus finds the first one.
  if (!data && !isError) return null;
  if (data) return <ServerForm server={data.data} onClose={onClose} />;
  return (
    <Modal title="Mail server" onClose={onClose}>
      <NotLoaded text="The mail server could not be loaded." onRetry={refetch} />
    </Modal>
  );
}

function ServerForm({ server, onClose }: { server: MailServerOnWire; onClose: () => void }) {
  const reload = useReload();
  const { host, port, user, from, password_set: isSet } = server;
  return (
    <FormDialog
      title="Mail server"
      values={{ host, port: String(port), user, password: '', from }}
      send={async (values) => {
        const body = { ...values, password: values.password || null };
        const { message } = await api.put(adminCalls.mailServer, body);
        // It was drawn before mail was set up.
        document.querySelector('meta[name="mail"]')?.remove();
        notifyDone(message);
        onClose();
        await notifyResult(api.post(calls.testMail));
        await reload();
      }}
      idle="Save and send a test mail"
      busy="Trying it"
      onClose={onClose}
    >
      <p className="note error-summary">
        Your mail service tells these. They are tried before they are saved, and a test mail goes to you. The password
        is kept encrypted.
      </p>
      <div className="form-grid">
        <TextField name="host" label="Server" required span={8} placeholder="smtp.example.com" />
        <TextField name="port" label="Port" required span={4} hint="587 or 465" />
        <TextField name="user" label="User" autoComplete="off" hint="Empty: no sign-in" />
        <PasswordField name="password" label="Password" autoComplete="new-password" />
        <TextField name="from" label="Sender" required hint="As receivers see it: Prangon <hello@example.com>" />
      </div>
      {isSet && <p className="note">An empty password keeps the one that is stored.</p>}
    </FormDialog>
  );
}
