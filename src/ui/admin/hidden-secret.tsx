import './hidden-secret.css';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type FormValues, PasswordField } from '#ui/form/call-form.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';

/** How long a secret stays on the screen, in milliseconds. */
const shownFor = 60_000;

interface Way {
  button: string;
  Icon: LucideIcon;
  title: string;
  /** Told before the password is asked for: what else happens. */
  why: string;
  /** Answers the secret. */
  ask: (values: FormValues) => Promise<string>;
}

/** A secret that is shown for a while after the own password was entered. The first way shows it, others change it. */
export function HiddenSecret({ label, ways }: { label?: string; ways: Way[] }) {
  const [asking, setAsking] = useState<Way | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const close = () => setAsking(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      <div className="hidden-secret wrap" aria-live="polite">
        {shown !== null && (
          <>
            {label && <span className="note">{label}</span>}
            <code lang="bn">{shown}</code>
            <button type="button" className="button button-text button-small" onClick={() => setShown(null)}>
              Hide
            </button>
          </>
        )}
        {ways.slice(shown === null ? 0 : 1).map((way) => (
          <button
            key={way.button}
            type="button"
            className="button button-quiet button-small"
            onClick={() => setAsking(way)}
          >
            <way.Icon />
            {way.button}
          </button>
        ))}
      </div>
      {asking && (
        <FormDialog
          title={asking.title}
          values={{ current_password: '' }}
          send={async (values) => {
            setShown(await asking.ask(values));
            close();
          }}
          idle="Show it"
          busy="Checking"
          onClose={close}
        >
          <p className="why-password">Enter your own password, to show that it is you. {asking.why}</p>
          <PasswordField name="current_password" label="Your password" autoComplete="current-password" />
        </FormDialog>
      )}
    </>
  );
}
