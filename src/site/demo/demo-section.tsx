import { contactLinks, useVendor } from '#content/settings/vendor-context.ts';
import { DemoForm } from '#leads/requests/demo-form.tsx';
import { moreFields } from '#leads/requests/more-fields.ts';
import { type DemoFormState, draftStorageKey } from '#leads/requests/schema.ts';
import { demoFormAnchor } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import type { ChosenPackage } from '#ui/site/chosen-package.ts';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { demoWords } from '../strings.ts';

export interface PageForm {
  state: DemoFormState;
  csrfToken: string;
  page: string;
  /** Whether the sender gets a demo link by mail. */
  mails: boolean;
  chosen?: ChosenPackage | null;
}

interface DemoSectionProps {
  form: PageForm;
  sunken?: boolean;
}

/** The demo form at the end of a page, not folded. */
export function DemoSection({ form, sunken }: DemoSectionProps) {
  const calls = contactLinks(useVendor());
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

/** Hydrates on interaction, or where the form has stored input. */
export function LiveDemoForm({ mails: _, ...form }: PageForm) {
  const vendor = useVendor();
  const props = { ...form, more: moreFields(vendor.formFields), calls: contactLinks(vendor) };
  return (
    <Island name={draftStorageKey} when="stored" props={props}>
      <DemoForm {...props} />
    </Island>
  );
}
