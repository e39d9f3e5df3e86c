import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

interface RetryNoticeProps {
  title: string;
  text: string;
  onRetry: () => void;
}

export function RetryNotice({ title, text, onRetry }: RetryNoticeProps) {
  return (
    <div className="notice" role="alert">
      <Icon name="offline" />
      <div>
        <b>{title}</b>
        {text}
      </div>
      <button type="button" className="button button-quiet button-small" onClick={onRetry}>
        <Icon name="retry" />
        {sharedStrings.retry}
      </button>
    </div>
  );
}
