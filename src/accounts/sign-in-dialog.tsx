import { lazy, Suspense, useEffect, useState } from 'react';
import { offerSignIn } from '#ui/admin/calls/sign-in-again.ts';
import { followUser } from './session.ts';

const SignInForm = lazy(() => import('./sign-in-form.tsx'));

/** When the session ends while somebody works: asks for the password over what is open, and then goes on. */
export function SignInDialog() {
  const [answer, setAnswer] = useState<{ give: (signedIn: boolean) => void } | null>(null);

  useEffect(() => {
    let answerNow = (_signedIn: boolean) => {};
    const stopOffering = offerSignIn(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      answerNow = (signedIn) => {
        setAnswer(null);
        resolve(signedIn);
      };
      setAnswer({ give: answerNow });
      return promise;
    });
    // Also when the same person has signed in in another tab.
    const stopFollowing = followUser(() => answerNow(true));
    return () => {
      stopOffering();
      stopFollowing();
    };
  }, []);

  return (
    answer && (
      <Suspense>
        <SignInForm onDone={answer.give} />
      </Suspense>
    )
  );
}
