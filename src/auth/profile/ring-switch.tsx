import { useQuery } from '@tanstack/react-query';
import { t } from '#i18n/text.ts';
import { calls, discovery } from '#paths.ts';
import { answerAt, api } from '#ui/admin/calls/api.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { registerWorker } from '#ui/register-worker.ts';
import './ring-switch.css';

/** Whether this browser rings when a lead comes. Says nothing where it can't; asks for permission after a press only. */
export function RingSwitch() {
  const { data, refetch } = useQuery({
    ...answerAt<{ public_key: string | null; subscribed: boolean }>(calls.push),
    enabled: 'PushManager' in window,
    // The permission, which is no part of the answer, may have changed with a press.
    notifyOnChangeProps: 'all',
  });
  if (!data?.public_key) return null;
  const { public_key: applicationServerKey, subscribed } = data;
  if (Notification.permission === 'denied')
    return (
      <p className="note">
        This browser may not ring when a lead comes. Allow notifications beside the address, then load the page again.
      </p>
    );

  async function press() {
    try {
      if (subscribed) await api.delete(calls.pushSubscriptions, { has: '' });
      else if ((await Notification.requestPermission()) === 'granted') {
        await registerWorker(discovery.serviceWorker);
        const { pushManager } = await navigator.serviceWorker.ready;
        // Of an earlier key, or of who was signed in before.
        await (await pushManager.getSubscription())?.unsubscribe();
        const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
        await api.post(calls.pushSubscriptions, subscription, { has: '' });
      }
    } catch {
      notifyFailed('That did not work. Check your connection, then press once more.');
    }
    void refetch();
  }
  return (
    <button type="button" className="button button-text button-small ring" onClick={press}>
      {t(subscribed ? 'It rings here when a lead comes: turn off' : 'Ring on this device when a lead comes')}
    </button>
  );
}
