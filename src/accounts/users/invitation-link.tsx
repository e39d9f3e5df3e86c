import { Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { notifyDone } from '#ui/admin/notify.tsx';
import type { Invited } from './schema.ts';

/** The link of an invitation, to hand over: it is shown this once. */
export function InvitationLink({ invited }: { invited: Invited }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { data, invitation_link, mailed } = invited;

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(invitation_link);
      notifyDone('The link is copied');
    } catch {
      // Without the right to the clipboard it stays selected, to be copied by hand.
    }
  }

  return (
    <div className="notice notice-good invitation-link" role="status">
      <p>
        {mailed ? `The link is on its way to ${data.email}. ` : `Hand this link over to ${data.name}. `}
        It is shown only now, and works once within 72 hours.
      </p>
      <label className="sr-only" htmlFor={id}>
        Link of the invitation
      </label>
      <div className="invitation-copy">
        <input
          id={id}
          ref={field}
          className="control"
          readOnly
          value={invitation_link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button button-quiet" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </button>
      </div>
    </div>
  );
}
