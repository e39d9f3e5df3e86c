import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Spinner } from '../admin/spinner.tsx';

interface SubmitButtonProps {
  idle: ReactNode;
  busy: string;
  /** Another button is the primary action. */
  quiet?: boolean;
  className?: string;
}

export function SubmitButton({ idle, busy, quiet = false, className = '' }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return (
    <button
      type="submit"
      className={`button ${quiet ? 'button-quiet' : 'button-primary'} ${className}`}
      aria-busy={isSubmitting}
      aria-disabled={isSubmitting}
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting && <Spinner />}
      {isSubmitting ? busy : idle}
    </button>
  );
}
