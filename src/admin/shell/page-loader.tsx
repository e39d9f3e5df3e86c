import { useEffect, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { Spinner } from '#ui/admin/spinner.tsx';

/** How long the loader stays after a navigation, in milliseconds. */
const linger = 500;

/** A progress line at the top edge during a navigation; it never covers content. */
export function PageLoader() {
  const { state } = useNavigation();
  const busy = state !== 'idle';
  const [shown, setShown] = useState(true);
  useEffect(() => {
    if (busy) setShown(true);
    const timer = busy ? 0 : window.setTimeout(() => setShown(false), linger);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <>
      {shown && <div className="page-loader" aria-hidden="true" />}
      <Outlet />
    </>
  );
}

export function PageSpinner() {
  return (
    <div className="page-spinner" role="status">
      <Spinner large />
      <span className="sr-only">Loading</span>
    </div>
  );
}
