import { lazy, Suspense, useEffect, useState } from 'react';
import { confirmIdentity, type Prompt, signInAgain } from '#ui/admin/calls/prompts.ts';
import { followUser } from './session.ts';

const SignInForm = lazy(() => import('./sign-in-form.tsx'));
const ConfirmForm = lazy(() => import('./confirm-form.tsx'));

/** Asks for the password in a dialog when the session ends or a call needs it, then the call is retried. */
export function SessionDialogs() {
  const ended = usePrompt(signInAgain);
  const unconfirmed = usePrompt(confirmIdentity);
  // The dialog also closes when the same user signs in in another tab.
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
