import { Eye } from 'lucide-react';

export function PreviewButton({ pressed, onPress }: { pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button button-quiet button-small" aria-pressed={pressed} onClick={onPress}>
      <Eye />
      Preview
    </button>
  );
}
