import { CallForm } from '#ui/form/call-form.tsx';
import './hidden-secret.css';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';

/** How long a secret stays on the screen, in milliseconds. */
const shownFor = 60_000;

interface Way {
  button: string;
  Icon: LucideIcon;
  title: string;
  /** What it leads to, beside the secret being shown. */
  why: string;
  /** Answers the secret. */
  ask: (values: FormValues) => Promise<string>;
}

/** A secret that is shown for a while after the own password was entered. The first way shows it, others change it. */
export function HiddenSecret({ label, ways }: { label?: string; ways: Way[] }) {
  const [asking, setAsking] = useState<Way | null>(null);
  const [shown, setShown] = useState<string | null>(null);
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
        <AskOwnPassword
          {...asking}
          ask={async (values) => setShown(await asking.ask(values))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

function AskOwnPassword({
  title,
  why,
  ask,
  onClose,
}: {
  title: string;
  why: string;
  ask: (values: FormValues) => Promise<void>;
  onClose: () => void;
}) {
  const { form, submit } = useCallForm({
    values: { current_password: '' },
    send: async (values) => {
      await ask(values);
      onClose();
    },
  });
  return (
    <Modal title={title} onClose={onClose}>
      <CallForm
        form={form}
        submit={(event) => {
          // The dialog hangs in the form of the screen, which must not be saved by this.
          event.stopPropagation();
          submit(event);
        }}
      >
        <p className="why-password">Enter your own password, to show that it is you. {why}</p>
        <PasswordField name="current_password" label="Your password" autoComplete="current-password" />
        <div className="dialog-buttons">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton idle="Show it" busy="Checking" />
        </div>
      </CallForm>
    </Modal>
  );
}
