import { Pencil } from 'lucide-react';
import { useFormState } from 'react-hook-form';

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
