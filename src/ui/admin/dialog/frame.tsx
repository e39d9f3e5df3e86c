import { useLazyComponent } from '../lazy-component.tsx';
import { notifyNotLoaded } from '../notify.tsx';
import type { FrameProps } from './open-frame.tsx';

/**
 * The frame of modals and panels. Radix is loaded with the first dialog or when the page is idle, so that no screen
 * waits for it.
 */
export function DialogFrame(props: FrameProps) {
  const Opened = useLazyComponent(load, true, () => {
    props.onClose();
    notifyNotLoaded();
  });
  return Opened && <Opened {...props} />;
}

const load = () => import('./open-frame.tsx');
