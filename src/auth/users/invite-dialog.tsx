import { useState } from 'react';
import { language } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { useReload } from '#ui/admin/calls/use-answer.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { languageOptions } from '../language.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';
import type { Invited } from './schema.ts';

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const reload = useReload();
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <FormDialog
      title="Invite somebody"
      values={{ name: '', email: '', role: 'editor', language: language() }}
      send={async (values) => {
        const answer = await api.post<Invited>(adminCalls.users, values);
        notifyDone(answer.message);
        setInvited(answer);
        await reload(adminCalls.users);
      }}
      idle="Invite"
      busy="Inviting"
      onClose={onClose}
      result={invited !== null && { title: 'Invited', content: <InvitationLink invited={invited} /> }}
    >
      <div className="form-grid">
        <TextField name="name" label="Name" required />
        <TextField name="email" label="Email" type="email" required />
        <RoleField />
        <OptionField name="language" label="Language" options={languageOptions} />
      </div>
    </FormDialog>
  );
}
