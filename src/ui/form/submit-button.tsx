import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Spinner } from '../admin/spinner.tsx';

export function SubmitButton({ idle, busy, className = '' }: { idle: ReactNode; busy: string; className?: string }) {
  const { isSubmitting } = useFormState();
  return (
    <button
      type="submit"
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
