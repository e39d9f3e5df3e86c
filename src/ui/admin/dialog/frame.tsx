import { useLater } from '../later.ts';
import { notifyFailed } from '../notify.tsx';
import type { FrameProps } from './open-frame.tsx';

/**
 * What modals and panels stand in, with a title and a way out. What keeps the focus inside comes when the first of them is
 * opened, or once the screen stands: no screen waits for it.
 */
export function Frame(props: FrameProps) {
  const Opened = useLater(load, true, () => {
    props.onClose();
    notifyFailed('What you opened could not be loaded. Try again.');
  });
  return Opened && <Opened {...props} />;
}

const load = () => import('./open-frame.tsx');
