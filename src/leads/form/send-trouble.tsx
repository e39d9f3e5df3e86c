import { Icon } from '#ui/site/icon.tsx';
import { words as shared } from '#ui/site/words.ts';
import type { ShownState } from './use-demo-request.ts';
import { words } from './words.ts';

/** Why the request has not arrived, and what can be done. */
export function SendTrouble({ state, onSend }: { state: ShownState; onSend: () => void }) {
  if (state.status === 'failed') {
    return (
      <div className="notice notice-bad" role="alert">
        <Icon name="error" />
        <div>{state.message}</div>
        <button type="submit" className="button button-quiet button-small">
          <Icon name="retry" />
          {shared.retry}
        </button>
      </div>
    );
  }
  if (state.status !== 'waiting') return null;
  return (
    <div className="notice" role="status">
      <Icon name="offline" />
      <div>
        <b>{words.offline}</b>
        {words.offlineLine}
      </div>
      <button type="button" className="button button-quiet button-small" onClick={onSend}>
        <Icon name="retry" />
        {words.sendNow}
      </button>
    </div>
  );
}
