import { useState } from 'react';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import type { newAppSchema, recoveryCodesSchema } from './schema.ts';
import { CodeField } from './second-step.tsx';

export type Added = Written<Partial<z.infer<typeof recoveryCodesSchema>>>;

export function AppDialog({
  ways,
  onAdded,
  onClose,
}: Pick<ConfirmDialogProps, 'ways' | 'onClose'> & { onAdded: (added: Added) => void }) {
  const [app, setApp] = useState<z.infer<typeof newAppSchema> | null>(null);
  if (!app)
    return (
      <ConfirmDialog
        title="Set up an app"
        why="An authenticator app on your phone shows a new code every 30 seconds. From then on you need one to sign in."
        proceed="Go on"
        ways={ways}
        send={async (values) =>
          setApp((await api.post<{ data: z.infer<typeof newAppSchema> }>(calls.codeApp, values)).data)
        }
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Set up an app"
      values={{ code: '' }}
      send={async ({ code }) => onAdded(await api.put<Added>(calls.codeApp, { setup: app.setup, code }))}
      idle="Confirm"
      busy="Checking"
      onClose={onClose}
    >
      <p className="factor-why">Scan this with the app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={app.uri} label="The key as a QR code" />
      <p className="factor-key">
        <span className="note">Key</span> <code>{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField label="Code" hint="Six digits. It counts from then on." isDigits />
    </FormDialog>
  );
}
