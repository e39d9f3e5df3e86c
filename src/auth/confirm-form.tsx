import './second-factor/second-factor.css';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { isRemembered, storeToken } from '#ui/admin/calls/token.ts';
import { ConfirmDialog } from './second-factor/confirm-dialog.tsx';
import { useUser } from './session.ts';

/** Asks for the password or the second factor before a call that a stolen session must not make. */
export default function ConfirmForm({ ways, onDone }: { ways: string[]; onDone: (isConfirmed: boolean) => void }) {
  const user = useUser();
  return (
    <ConfirmDialog
      title="Confirm that it is you"
      why="It then counts for ten minutes, and nothing that you typed is lost."
      proceed="Confirm"
      ways={ways}
      fields={{
        values: {},
        draw: <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />,
      }}
      send={async (values) => {
        const { token } = await api.post<{ token?: string }>(calls.accountConfirm, values, { has: 'message' });
        if (token) storeToken(token, isRemembered());
        onDone(true);
      }}
      onClose={() => onDone(false)}
    />
  );
}
