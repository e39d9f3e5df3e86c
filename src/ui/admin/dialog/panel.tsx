import { Frame } from './frame.tsx';
import type { FrameProps } from './open-frame.tsx';

export function Panel(props: Omit<FrameProps, 'kind'>) {
  return <Frame kind="panel" {...props} />;
}
