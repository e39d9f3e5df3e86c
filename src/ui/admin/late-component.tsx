import type { ComponentType, ReactNode } from 'react';
import { notifyNotLoaded } from './notify.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

/**
 * A component whose code loads when it is shown. If that fails, it says so.
 * @param onFailed Takes it away again.
 * @param waiting What stands in its place until then.
 */
export function lateComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onFailed: (props: P) => void,
  waiting: ReactNode = null,
): ComponentType<P> {
  return function Late(props) {
    const Part = useLazyComponent(load, true, () => {
      onFailed(props);
      notifyNotLoaded();
    });
    return Part ? <Part {...props} /> : waiting;
  };
}

export function lateDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lateComponent(load, ({ onClose }) => onClose());
}
