import { Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { notifyDone } from '#ui/admin/notify.tsx';
import type { Invited } from './schema.ts';

export function InvitationLink({ invited }: { invited: Invited }) {
  const { data, invitation_link: link, mailed } = invited;
  return (
    <div className="notice notice-good invitation-link" role="status">
      <p>
        {mailed ? `The link is on its way to ${data.email}. ` : `Hand this link over to ${data.name}. `}
        {link === null ? 'It works once within 72 hours.' : 'It is shown only now, and works once within 72 hours.'}
      </p>
      {link !== null && <LinkToCopy link={link} />}
    </div>
  );
}

function LinkToCopy({ link }: { link: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      notifyDone('The link is copied');
    } catch {
      // Without clipboard permission the text stays selected, to be copied by hand.
    }
  }

  return (
    <>
      <label className="sr-only" htmlFor={id}>
        Link of the invitation
      </label>
      <div className="invitation-copy">
        <input
          id={id}
          ref={field}
          className="control"
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button button-quiet" onClick={() => void copy()}>
          <Copy />
          Copy
        </button>
      </div>
    </>
  );
}
