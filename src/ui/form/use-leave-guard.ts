import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { listParameters } from '#api/list-address.ts';
import { askToLeave } from '../admin/dialog/ask.ts';

/** Confirms before unsaved input is lost: on navigation, a closed tab or a reload. */
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

/** Confirms before unsaved input is lost by a closed tab or a reload. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
}

/** The part of a URL that decides which form is open; paging a list keeps it. */
function viewOf({ pathname, search }: { pathname: string; search: string }): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'edit' && !listParameters.includes(name));
  return `${pathname}?${new URLSearchParams(others)}`;
}
