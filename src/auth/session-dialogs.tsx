import { useEffect, useState } from 'react';
import { confirmIdentity, type Prompt, signInAgain } from '#ui/admin/calls/api.ts';
import { lazyComponent } from '#ui/admin/lazy-component.tsx';
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

interface Asked<What> {
  what: What;
  answer: (isDone: boolean) => void;
}

function usePrompt<What>(question: Prompt<What>): Asked<What> | null {
  const [activePrompt, setActivePrompt] = useState<Asked<What> | null>(null);
  useEffect(
    () =>
      question.offer(
        (what) =>
          new Promise((resolve) => {
            setActivePrompt({
              what,
              answer: (isDone) => {
                setActivePrompt(null);
                resolve(isDone);
              },
            });
          }),
      ),
    [question],
  );
  return activePrompt;
}
