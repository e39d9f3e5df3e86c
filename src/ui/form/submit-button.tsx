import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Spinner } from '../admin/spinner.tsx';

interface SubmitButtonProps {
  idle: ReactNode;
  busy: string;
  className?: string;
  /** Tells the buttons of one form apart. */
  value?: string;
}

export function SubmitButton({ idle, busy, className = '', value }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return (
    <button
      type="submit"
      value={value}
      className={`button button-primary ${className}`}
      aria-busy={isSubmitting}
      aria-disabled={isSubmitting}
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting && <Spinner />}
      {isSubmitting ? busy : idle}
    </button>
  );
}
