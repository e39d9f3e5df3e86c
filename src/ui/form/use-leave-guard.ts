import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askToLeave } from '../admin/dialog/ask.ts';
import { viewOf } from '../admin/list/use-list.ts';

/** Asks before unsaved text is left behind: on another screen, by a closed tab or a reload. */
export function useLeaveGuard(dirty: boolean, what: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && viewOf(currentLocation) !== viewOf(nextLocation),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave(what).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, what]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
}
