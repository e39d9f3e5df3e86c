interface DayInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  /** Gets '' while a date is being typed. */
  onChange: (day: string) => void;
}

export function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <input
      className="control"
      type="date"
      aria-label={label}
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
