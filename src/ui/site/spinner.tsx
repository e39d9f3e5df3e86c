import { Icon } from './icon.tsx';

export function Spinner() {
  return <Icon name="stitches" className="spinner" />;
}
