import { Eye } from 'lucide-react';
import { lateComponent } from '#ui/admin/late-component.tsx';

export function PreviewButton({ pressed, onPress }: { pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button button-quiet button-small" aria-pressed={pressed} onClick={onPress}>
      <Eye />
      Preview
    </button>
  );
}

export const PreviewPane = lateComponent(
  () => import('./preview-pane.tsx'),
  () => undefined,
);
