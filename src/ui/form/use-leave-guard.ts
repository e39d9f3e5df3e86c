import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { listParameters } from '#wire/list-address.ts';
import { askToLeave } from '../admin/dialog/ask.ts';

/** Asks before unsaved text is left behind: on another screen, by a closed tab or a reload. */
export function useLeaveGuard(dirty: boolean, what: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && viewOf(currentLocation) !== viewOf(nextLocation),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave(what).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, what]);

  useUnloadGuard(dirty);
}

/** Asks before unsaved text goes with a closed tab or a reload. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
}

/** Which view of which screen an address shows: the form stays open while only its list changes. */
function viewOf({ pathname, search }: { pathname: string; search: string }): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'edit' && !listParameters.includes(name));
  return `${pathname}?${new URLSearchParams(others)}`;
}
