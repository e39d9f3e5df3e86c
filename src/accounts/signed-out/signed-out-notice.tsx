import { useEffect } from 'react';
import { showToast } from '#ui/site/toast/show-toast.ts';
import { Toasts } from '#ui/site/toast/toasts.tsx';
import { takeSignedOutNotice } from './kept-notice.ts';

/** Says on the site's root that the user signed out of the back office. */
export function SignedOutNotice() {
  useEffect(() => {
    if (takeSignedOutNotice()) {
      showToast({ kind: 'good', title: 'Signed out successfully', line: 'আপনি লগআউট করেছেন।' });
    }
  }, []);
  return <Toasts />;
}
