import { useEffect } from 'react';
import { showToast, Toasts } from '#ui/site/toasts.tsx';
import { endStoredSession, hasUnendedSession, takeSignedOutNotice } from './storage.ts';

/** The delay before the next attempt to end the session, in milliseconds. */
const retryDelay = 15_000;

/** Tells on the home page that the user signed out, and ends a session that the server could not end before. */
export function SignedOutNotice() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wasLeft = hasUnendedSession();
    const isNews = takeSignedOutNotice();
    const end = async (isFirst: boolean) => {
      clearTimeout(timer);
      if (await endStoredSession()) {
        if (isNews || wasLeft)
          showToast({ kind: 'good', title: 'Signed out successfully', line: 'আপনি লগআউট করেছেন।' });
        return;
      }
      if (isFirst)
        showToast({
          kind: 'bad',
          title: 'Signed out on this device only',
          line: 'সার্ভারে জানানো যায়নি। এই ব্রাউজারে সাইটটি খোলা থাকলে নিজে থেকেই আবার চেষ্টা হবে।',
        });
      timer = setTimeout(end, retryDelay, false);
    };
    const now = () => void end(false);
    void end(true);
    addEventListener('online', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
    };
  }, []);
  return <Toasts />;
}
