import { Eye } from 'lucide-react';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { HiddenSecret } from '#ui/admin/hidden-secret.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';

interface Revealed {
  data: { demo_password: string };
}

/** A new demo password, and the way to see the one that is set. */
export function PasswordKept({ isSet }: { isSet: boolean }) {
  return (
    <div>
      <PasswordField
        name="demo_password"
        label={isSet ? 'New demo password' : 'Demo password *'}
        autoComplete="new-password"
        hint={isSet ? 'Leave it empty to keep the password that is set.' : 'Visitors get it by mail.'}
      />
      {isSet && (
        <HiddenSecret
          label="The password that is set:"
          ways={t([
            {
              button: 'Show the password that is set',
              Icon: Eye,
              title: 'Show the demo password',
              why: 'It is written down that you asked.',
              ask: async (values) => (await api.post<Revealed>(adminCalls.demoAccessReveal, values)).data.demo_password,
            },
          ])}
        />
      )}
    </div>
  );
}
