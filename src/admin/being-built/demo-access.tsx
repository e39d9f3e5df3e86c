import { BeingBuilt } from './being-built.tsx';

export default function DemoAccess() {
  return (
    <BeingBuilt title="Demo password" text="This part is being built. The demo link and password will be kept here." />
  );
}
