import type { ComponentProps } from 'react';
import { DemoForm } from '#leads/form/demo-form.tsx';
import { demoFormKept } from '#leads/form/schema.ts';
import { Island } from '#ui/site/island.tsx';

/** The demo form, which comes alive when it is touched, or when it has kept something that its reader typed earlier. */
export function LiveDemoForm(form: ComponentProps<typeof DemoForm>) {
  return (
    <Island name={demoFormKept} when="kept" props={form}>
      <DemoForm {...form} />
    </Island>
  );
}
