import { useEffect } from 'react';
import { confirmIdentity, type Prompt, signInAgain } from '#ui/admin/calls/api.ts';
import { lazyComponent } from '#ui/admin/lazy-component.tsx';
import { useStore } from '#ui/admin/store.ts';
import { followUser } from './session.ts';

const SignInForm = lazyComponent(() => import('./sign-in-form.tsx'), notDone);
const ConfirmForm = lazyComponent(() => import('./second-factor/confirm-dialog.tsx'), notDone);

/** Asks for the password in a dialog when the session ends or a call needs it, then the call is retried. */
export function SessionDialogs() {
  const ended = usePrompt(signInAgain);
  const unconfirmed = usePrompt(confirmIdentity);
  // The dialog also closes when the same user signs in in another tab.
  useEffect(() => (ended ? followUser(() => ended.answer(true)) : undefined), [ended]);
  return (
    <>
      {unconfirmed && <ConfirmForm ways={unconfirmed.what} onDone={unconfirmed.answer} />}
      {ended && <SignInForm onDone={ended.answer} />}
    </>
  );
}

function notDone({ onDone }: { onDone: (isDone: boolean) => void }): void {
  onDone(false);
}

function usePrompt<What>({ asked }: Prompt<What>) {
  useEffect(() => {
    asked.set(null);
    return () => asked.set(undefined);
  }, [asked]);
  return useStore(asked);
}
