import type { Feature } from '#content/features/schema.ts';
import { packagesAnchor } from '#content/packages/section.tsx';
import { builtInHero } from '#content/settings/built-in.ts';
import { contactLinks } from '#content/settings/contact-links.ts';
import { HeroTitle } from '#content/settings/hero-title.tsx';
import { useVendor } from '#content/settings/vendor-context.ts';
import { demoFormAnchor } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { LiveDemoForm, type PageForm } from '../demo/demo-section.tsx';
import { heroWords, siteStrings } from '../strings.ts';
import { CourtyardPlan } from './courtyard-plan.tsx';

export function HeroSection({ form, features }: { form: PageForm; features: Feature[] }) {
  const vendor = useVendor();
  const { hero } = vendor;
  const { status } = form.state;
  // After a form submission without JavaScript the form must be open to show the result.
  const open = status !== 'empty';
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="shell">
        <div>
          <h1 id="hero-heading">
            <HeroTitle {...hero} />
          </h1>
          <p className="lead">{hero.lead}</p>
          <div className="actions">
            <button
              type="button"
              className="button button-action button-large demo-toggle with-js"
              data-demo-toggle
              aria-expanded={open}
              aria-controls={demoFormAnchor}
            >
              <span className="when-closed">{siteStrings.askDemo}</span>
              <span className="when-open">
                <Icon name="close" />
                {siteStrings.closeForm}
              </span>
              <span className="when-sent">
                <Icon name="check" />
                {siteStrings.asked}
              </span>
            </button>
            <CallLinks calls={contactLinks(vendor)} />
            <a href={`#${packagesAnchor}`} className="stitch-link">
              {heroWords.packages}
            </a>
          </div>
          <p className="hint">{form.mails || hero.hint !== builtInHero.hint ? hero.hint : heroWords.called}</p>
          <div
            id={demoFormAnchor}
            className="demo-panel"
            data-open={open ? '' : undefined}
            data-sent={status === 'sent' ? '' : undefined}
          >
            <div>
              <LiveDemoForm {...form} />
            </div>
          </div>
        </div>
        <CourtyardPlan features={features} />
      </div>
    </section>
  );
}
