import { Frame } from './frame.tsx';
import type { FrameProps } from './open-frame.tsx';

/** One thing of a screen, on the right, over the others. It is open as long as it is drawn; a body, and a foot below it. */
export function Panel(props: Omit<FrameProps, 'kind'>) {
  return <Frame kind="panel" {...props} />;
}
