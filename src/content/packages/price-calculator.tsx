import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pages } from '#paths.ts';
import { bengaliDigits } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { CostTables } from './cost-tables.tsx';
import { readStudents } from './costs.ts';
import type { PackageGroup } from './schema.ts';
import { calculatorWords as words } from './words.ts';

/** Where a shared calculation leads. */
export const calculatorAnchor = 'calculator';

export interface PriceCalculatorProps {
  groups: PackageGroup[];
  /** What the link says, as it was typed; empty at first. */
  students: string;
}

/** From a number of students to the cost of each package. Without JavaScript a form that leads to the same page. */
export function PriceCalculator({ groups, students: first }: PriceCalculatorProps) {
  const [typed, setTyped] = useState(first);
  const [asked, setAsked] = useState(first !== '');
  const input = useRef<HTMLInputElement>(null);
  const students = readStudents(typed);
  // Nothing that is added makes a number of so many digits right.
  const wrong = students === null && (asked || typed.length > 6);
  const shown = readStudents(first) === null ? first : bengaliDigits(first);

  // What was typed before the island lived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins to live
  useEffect(() => {
    const early = input.current?.value ?? '';
    if (early !== shown) type(early);
  }, []);

  function type(text: string) {
    setTyped(text);
    const known = readStudents(text);
    if (known) history.replaceState(history.state, '', pages.packagesFor(known));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (students === null) input.current?.focus();
  }

  return (
    <>
      <form
        action={`${pages.packages}#${calculatorAnchor}`}
        className="calculator"
        noValidate
        onSubmit={submit}
        aria-label={words.heading}
      >
        <div className="field">
          <label htmlFor="students">{words.students}</label>
          <input
            ref={input}
            id="students"
            name="students"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            placeholder={words.example}
            defaultValue={shown}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? 'students-error' : undefined}
            onInput={(event) => type(event.currentTarget.value)}
          />
          {wrong && (
            <p id="students-error" className="field-error">
              <Icon name="error" />
              {words.wrong}
            </p>
          )}
        </div>
        <button type="submit" className="button button-primary">
          {words.submit}
        </button>
      </form>
      <p className="sr-only" role="status">
        {students === null ? '' : words.forStudents(students)}
      </p>
      {students !== null && <CostTables groups={groups} students={students} />}
    </>
  );
}
