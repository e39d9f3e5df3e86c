import { Eye } from 'lucide-react';
import { useState } from 'react';
import { AskOwnPassword, useShownSecret } from '#integrations/own-password.tsx';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { PasswordField } from '#ui/form/password-field.tsx';

interface Revealed {
  data: { demo_password: string };
}

/** A new demo password, and the way to see the one that is set. */
export function PasswordKept({ isSet }: { isSet: boolean }) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useShownSecret();

  return (
    <div>
      <PasswordField
        name="demo_password"
        label={isSet ? 'New demo password' : 'Demo password *'}
        autoComplete="new-password"
        hint={isSet ? 'Leave it empty to keep the password that is set.' : 'Visitors get it by mail.'}
      />
      {isSet && (
        <div className="kept-secret" aria-live="polite">
          {shown === null ? (
            <button type="button" className="button button-text button-small" onClick={() => setAsking(true)}>
              <Eye />
              Show the password that is set
            </button>
          ) : (
            <>
              <span className="note">The password that is set:</span> <code lang="bn">{shown}</code>
              <button type="button" className="button button-text button-small" onClick={() => setShown(null)}>
                Hide
              </button>
            </>
          )}
        </div>
      )}
      {asking && (
        <AskOwnPassword
          title="Show the demo password"
          why="It is written down that you asked."
          ask={async (values) =>
            setShown((await api.post<Revealed>(adminCalls.demoAccessReveal, values)).data.demo_password)
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
