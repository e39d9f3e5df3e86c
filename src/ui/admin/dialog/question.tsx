import { CircleAlert, Pencil, TriangleAlert } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { type RefObject, useRef, useState } from 'react';
import { Spinner } from '../spinner.tsx';
import type { DialogQuestion, Question } from './ask.ts';
import { useFocusBack } from './focus-back.ts';

const icons = { danger: TriangleAlert, unsaved: Pencil, notice: CircleAlert };

export default function QuestionBox({ question }: { question: DialogQuestion<Question> }) {
  const [busy, setBusy] = useState(false);
  const proceedButton = useRef<HTMLButtonElement>(null);
  const { title, text, proceed, cancel = 'Cancel', tone = 'danger', act, answer } = question;
  const focusBack = useFocusBack();
  const Icon = icons[tone];

  async function goOn(event: React.MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await act?.();
    } finally {
      setBusy(false);
      answer(true);
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content
          className={`dialog question question-${tone}`}
          onOpenAutoFocus={focusOnly(cancel, proceedButton)}
          onCloseAutoFocus={focusBack}
        >
          <span className="question-icon center">
            <Icon />
          </span>
          <div className="question-words">
            <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
            <AlertDialog.Description>{text}</AlertDialog.Description>
          </div>
          <div className="dialog-buttons">
            {cancel && (
              <AlertDialog.Cancel className={tone === 'unsaved' ? 'button button-primary' : 'button button-quiet'}>
                {cancel}
              </AlertDialog.Cancel>
            )}
            <AlertDialog.Action ref={proceedButton} className={proceedClass(tone)} aria-busy={busy} onClick={goOn}>
              {busy && <Spinner />}
              {proceed}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The focus begins on the cancel button; if there is only one button, on that. */
function focusOnly(cancel: string | null, button: RefObject<HTMLButtonElement | null>) {
  return (event: Event) => {
    if (cancel !== null) return;
    event.preventDefault();
    button.current?.focus();
  };
}

function proceedClass(tone: 'danger' | 'unsaved' | 'notice'): string {
  if (tone === 'danger') return 'button button-danger';
  return tone === 'unsaved' ? 'button button-text question-leave' : 'button button-primary';
}
