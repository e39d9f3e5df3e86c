import { Pencil } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { listParameters } from '#api/list-address.ts';
import { askToLeave } from '../admin/dialog/ask.ts';
import { useMayWrite } from '../admin/may-write.tsx';
import { CallForm, ErrorSummary, type FormValues, SubmitButton } from './call-form.tsx';

interface FormCardProps {
  title: string;
  form: UseFormReturn<FormValues>;
  submit: (event?: SubmitEvent<HTMLFormElement>) => void;
  others: string[];
  children: ReactNode;
}

export function FormCard({ title, form, submit, others, children }: FormCardProps) {
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  useSaveKey(element);
  return (
    <CallForm className="card" ref={element} aria-labelledby={id} {...{ form, submit }}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <UnsavedMark className="card-tools" />
      </div>
      <div className="card-body">
        <ErrorSummary others={others} />
        <fieldset disabled={!mayWrite}>{children}</fieldset>
      </div>
      {mayWrite && (
        <div className="card-foot">
          <SubmitButton idle="Update" busy="Updating" />
        </div>
      )}
    </CallForm>
  );
}

export function FormColumns({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="form-grid">{children}</div>
      {side && <div className="form-side">{side}</div>}
    </>
  );
}

export function UnsavedMark({ className = '' }: { className?: string }) {
  const { isDirty } = useFormState();
  if (!isDirty) return null;
  return (
    <span className={`unsaved ${className}`} role="status">
      <Pencil />
      Unsaved changes
    </span>
  );
}

/** Ctrl S submits the form, unless a dialog other than its own is open. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
      if (!form.current || (dialog && !dialog.contains(form.current))) return;
      event.preventDefault();
      if (!event.repeat) form.current.requestSubmit();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form]);
}

/** State of a navigation that was confirmed before it. */
export const leaveConfirmed = 'leave confirmed';

/** Confirms before unsaved input is lost: on navigation, a closed tab or a reload. */
export function useLeaveGuard(dirty: boolean, what: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty &&
      viewOf(currentLocation) !== viewOf(nextLocation) &&
      (nextLocation.state !== leaveConfirmed || historyAction === 'POP'),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave(what).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, what]);

  useUnloadGuard(dirty);
}

/** Confirms before unsaved input is lost by a closed tab or a reload. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
}

/** The part of a URL that decides which form is open; paging a list keeps it. */
function viewOf({ pathname, search }: { pathname: string; search: string }): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !listParameters.includes(name));
  return `${pathname}?${new URLSearchParams(others)}`;
}
