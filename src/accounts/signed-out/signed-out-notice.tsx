import { useEffect } from 'react';
import { showToast } from '#ui/site/toast/show-toast.ts';
import { Toasts } from '#ui/site/toast/toasts.tsx';
import { takeSignedOutNotice } from './kept-notice.ts';
import { endLeftSession, isSessionLeft } from './left-session.ts';

/** How long to wait before the server is asked again to end a session, in milliseconds. */
const patience = 15_000;

/** Says on the site's root that the user signed out of the back office, and ends there what the server did not hear of. */
export function SignedOutNotice() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wasLeft = isSessionLeft();
    const isNews = takeSignedOutNotice();
    const end = async (isFirst: boolean) => {
      clearTimeout(timer);
      if (await endLeftSession()) {
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
      timer = setTimeout(end, patience, false);
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
