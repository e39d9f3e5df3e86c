import { Eye } from 'lucide-react';
import { lazyComponent } from '#ui/admin/lazy-component.tsx';

export function PreviewButton({ pressed, onPress }: { pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button button-quiet button-small" aria-pressed={pressed} onClick={onPress}>
      <Eye />
      Preview
    </button>
  );
}

export const LazyPreview = lazyComponent(
  () => import('./preview-pane.tsx'),
  () => undefined,
);
