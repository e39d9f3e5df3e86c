import { DialogFrame } from './frame.tsx';
import type { FrameProps } from './open-frame.tsx';

export function Panel(props: Omit<FrameProps, 'kind'>) {
  return <DialogFrame kind="panel" {...props} />;
}
