import { CopyField } from '#ui/admin/copy-field.tsx';
import type { Invited } from './schema.ts';

export function InvitationLink({ invited }: { invited: Invited }) {
  const { data, invitation_link: link, mailed } = invited;
  return (
    <div className="notice notice-good" role="status">
      <p>
        {mailed ? `The link is on its way to ${data.email}. ` : `Hand this link over to ${data.name}. `}
        {link === null ? 'It works once within 72 hours.' : 'It is shown only now, and works once within 72 hours.'}
      </p>
      {link !== null && <CopyField label="Link of the invitation" value={link} />}
    </div>
  );
}
