import type { ComponentProps } from 'react';
import { DemoForm } from '#leads/form/demo-form.tsx';
import { type DemoFormState, demoFormKept } from '#leads/form/schema.ts';
import { demoFormAnchor } from '#paths.ts';
import { useVendor } from '#site-settings/vendor-context.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { demoWords } from '../words.ts';

export interface PageForm {
  state: DemoFormState;
  csrfToken: string;
  /** Path of the page that shows it. */
  page: string;
}

/** The demo form below a page that made somebody curious: what happens beside it, and nothing to unfold. */
export function DemoSection({ form, sunken }: { form: PageForm; sunken?: boolean }) {
  const { phone } = useVendor();
  return (
    <section className={sunken ? 'band band-sunken' : 'band'} aria-labelledby="demo-heading">
      <div className="shell">
        <SectionHeading id="demo-heading" title={demoWords.heading} lead={demoWords.lead} />
        <div className="demo-ask">
          <div>
            <ol className="demo-steps">
              {demoWords.steps.map(({ title, line }) => (
                <li key={title}>
                  <b>{title}</b>
                  {line}
                </li>
              ))}
            </ol>
            {phone && (
              <p className="demo-phone">
                {demoWords.phone}
                <a href={`tel:${phone.number}`} className="stitch-link">
                  <Icon name="phone" />
                  {phone.shown}
                </a>
              </p>
            )}
          </div>
          <div id={demoFormAnchor}>
            <LiveDemoForm {...form} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** The demo form, which comes alive when it is touched, or when it has kept something that its reader typed earlier. */
export function LiveDemoForm(form: ComponentProps<typeof DemoForm>) {
  return (
    <Island name={demoFormKept} when="kept" props={form}>
      <DemoForm {...form} />
    </Island>
  );
}
