import type { DemoFormState } from '#leads/form/schema.ts';
import { demoFormAnchor } from '#paths.ts';
import { useVendor } from '#site-settings/vendor-context.ts';
import { Icon } from '#ui/site/icon.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { demoWords } from '../words.ts';
import { LiveDemoForm } from './live-demo-form.tsx';

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
