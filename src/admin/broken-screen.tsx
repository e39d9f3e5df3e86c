import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';

/** Shown when a screen fails to load or render, most often after a new version was deployed. */
export function BrokenScreen() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="lost">
      <h1 className="screen-title">This screen could not be shown</h1>
      <p>The connection may be lost, or the back office was renewed. What you typed is kept on this device.</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        <RefreshCw aria-hidden="true" />
        Load again
      </button>
    </main>
  );
}
