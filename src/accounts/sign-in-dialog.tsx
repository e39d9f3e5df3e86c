import { lazy, Suspense, useEffect, useState } from 'react';
import { offerSignIn } from '#ui/admin/calls/sign-in-again.ts';

const SignInForm = lazy(() => import('./sign-in-form.tsx'));

/** When the session ends while somebody works: asks for the password over what is open, and then goes on. */
export function SignInDialog() {
  const [answer, setAnswer] = useState<{ give: (signedIn: boolean) => void } | null>(null);

  useEffect(
    () =>
      offerSignIn(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAnswer({
          give: (signedIn) => {
            setAnswer(null);
            resolve(signedIn);
          },
        });
        return promise;
      }),
    [],
  );

  return (
    answer && (
      <Suspense>
        <SignInForm onDone={answer.give} />
      </Suspense>
    )
  );
}
