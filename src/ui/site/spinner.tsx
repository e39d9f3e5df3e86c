import { Icon } from './icon.tsx';

export function SiteSpinner() {
  return <Icon name="stitches" className="spinner" />;
}
