import { lazy, Suspense, useEffect, useState } from 'react';
import { confirmIdentity, type Prompt, signInAgain } from '#ui/admin/calls/prompts.ts';
import { followUser } from './session.ts';

const SignInForm = lazy(() => import('./sign-in-form.tsx'));
const ConfirmForm = lazy(() => import('./confirm-form.tsx'));

/** Ask for the password over what is open, when the session ends or a call needs it; then the call goes on. */
export function SessionDialogs() {
  const ended = usePrompt(signInAgain);
  const unconfirmed = usePrompt(confirmIdentity);
  // Also when the same person has signed in in another tab.
  useEffect(() => (ended ? followUser(() => ended.answer(true)) : undefined), [ended]);
  return (
    <Suspense>
      {unconfirmed && <ConfirmForm ways={unconfirmed.what} onDone={unconfirmed.answer} />}
      {ended && <SignInForm onDone={ended.answer} />}
    </Suspense>
  );
}

interface Asked<What> {
  what: What;
  answer: (isDone: boolean) => void;
}

function usePrompt<What>(question: Prompt<What>): Asked<What> | null {
  const [asked, setAsked] = useState<Asked<What> | null>(null);
  useEffect(
    () =>
      question.offer((what) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAsked({
          what,
          answer: (isDone) => {
            setAsked(null);
            resolve(isDone);
          },
        });
        return promise;
      }),
    [question],
  );
  return asked;
}
