import { RefreshCw } from 'lucide-react';

/** Stands where something did not come. `text` says what, as in 'The settings could not be loaded.' */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="notice notice-bad" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-outline" onClick={onRetry}>
        <RefreshCw aria-hidden="true" />
        Try again
      </button>
    </div>
  );
}
