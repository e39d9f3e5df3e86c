import { DemoForm } from '#leads/form/demo-form.tsx';
import { type DemoFormState, demoFormKept } from '#leads/form/schema.ts';
import { demoFormAnchor } from '#paths.ts';
import { callsOf } from '#site-settings/calls.ts';
import { useVendor } from '#site-settings/vendor-context.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import type { ChosenPackage } from '#ui/site/chosen-package.ts';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { demoWords } from '../words.ts';

export interface PageForm {
  state: DemoFormState;
  csrfToken: string;
  /** Path of the page that shows it. */
  page: string;
  /** Whether a demo link is mailed to whoever sends it. */
  mails: boolean;
  /** What was chosen in the price calculator. */
  chosen?: ChosenPackage | null;
}

interface DemoSectionProps {
  form: PageForm;
  sunken?: boolean;
}

/** The demo form below a page that made somebody curious: what happens beside it, and nothing to unfold. */
export function DemoSection({ form, sunken }: DemoSectionProps) {
  const calls = callsOf(useVendor());
  const [write, mail, open] = demoWords.steps;
  return (
    <section className={sunken ? 'band band-sunken' : 'band'} aria-labelledby="demo-heading">
      <div className="shell">
        <SectionHeading id="demo-heading" title={demoWords.heading} lead={demoWords.lead} />
        <div className="demo-ask">
          <div>
            <ol className="demo-steps">
              {[write, form.mails ? mail : demoWords.callStep, open].map(({ title, line }) => (
                <li key={title}>
                  <b>{title}</b>
                  {line}
                </li>
              ))}
            </ol>
            {calls.length > 0 && <p className="demo-or">{demoWords.call}</p>}
            <CallLinks calls={calls} />
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
export function LiveDemoForm({ mails: _, ...form }: PageForm) {
  const props = { ...form, calls: callsOf(useVendor()) };
  return (
    <Island name={demoFormKept} when="kept" props={props}>
      <DemoForm {...props} />
    </Island>
  );
}
