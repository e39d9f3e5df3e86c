interface ChipsProps<Name extends string> {
  label: string;
  names: Record<Name, string>;
  chosen: Name | null;
  onChoose: (name: Name) => void;
  letter?: string;
}

export function Chips<Name extends string>({ label, names, chosen, onChoose, letter }: ChipsProps<Name>) {
  const all = Object.keys(names) as Name[];
  return (
    <fieldset className="lead-chips" data-key={letter} onKeyDown={goAlong}>
      <legend className="label">{label}</legend>
      {all.map((name) => (
        <button
          key={name}
          type="button"
          className="button button-quiet"
          data-stage={name}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function goAlong(event: React.KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const step = steps[event.key];
  const chosen = buttons[Number(event.key) - 1];
  if (step !== undefined) {
    const now = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  } else if (chosen) chosen.click();
  else return;
  event.preventDefault();
}
