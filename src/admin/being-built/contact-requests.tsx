import { BeingBuilt } from './being-built.tsx';

export default function ContactRequests() {
  return (
    <BeingBuilt
      title="Contact information"
      text="This part is being built. Demo requests that visitors send are stored meanwhile, and will be listed here."
    />
  );
}
