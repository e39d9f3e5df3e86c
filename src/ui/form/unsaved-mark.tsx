import { Pencil } from 'lucide-react';
import { useFormState } from 'react-hook-form';

export function UnsavedMark({ className = '' }: { className?: string }) {
  const { isDirty } = useFormState();
  if (!isDirty) return null;
  return (
    <span className={`unsaved ${className}`} role="status">
      <Pencil aria-hidden="true" />
      Unsaved changes
    </span>
  );
}
