import { longestSms, smsLength } from './sms-length.ts';

interface SmsTextProps {
  id: string;
  label: string;
  value: string;
  /** What the server said of it. */
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** Where staff write a text: how much still fits, and how many parts it takes, each of which costs. */
export function SmsText({ id, label, value, error, onChange }: SmsTextProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="control"
        lang="bn"
        rows={4}
        maxLength={longestSms}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error ${id}-length` : `${id}-length`}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="field-foot note" id={`${id}-length`} aria-live="polite">
        {lengthInWords(value)}
      </p>
    </div>
  );
}

function lengthInWords(text: string): string {
  const { units, parts, room, isUnicode } = smsLength(text);
  const count = parts <= 1 ? '1 SMS' : `${parts} SMS`;
  const why = isUnicode ? ' Bengali: 70 fit into one, 67 into each of several.' : '';
  return `${units} of ${room} · ${count}.${why}`;
}
