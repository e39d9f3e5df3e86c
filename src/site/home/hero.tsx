import { cheapestOf } from '#content/packages/price-line.tsx';
import { priceLineWords } from '#content/packages/strings.ts';
import { builtInHero } from '#content/settings/built-in.ts';
import { contactLinks } from '#content/settings/contact-links.ts';
import { HeroTitle } from '#content/settings/hero-title.tsx';
import { useVendor } from '#content/settings/vendor-context.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { bengaliCount, bengaliMoney } from '#ui/site/bengali.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { LiveDemoForm, type PageForm } from '../demo/demo-section.tsx';
import { heroWords, siteStrings } from '../strings.ts';
import { CourtyardPlan } from './courtyard-plan.tsx';
import type { HomeProps } from './page.tsx';

type Records = Pick<HomeProps, 'features' | 'packageGroups' | 'statistics'>;

export function HeroSection({ form, ...records }: Records & { form: PageForm }) {
  const vendor = useVendor();
  const { hero } = vendor;
  const { status } = form.state;
  // After a form submission without JavaScript the form must be open to show the result.
  const open = status !== 'empty';
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="shell">
        <div>
          <p className="hero-audience">{hero.audience}</p>
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
          </div>
          <ProofLine {...records} />
          <p className="hint">{form.mails || hero.hint !== builtInHero.hint ? hero.hint : heroWords.called}</p>
          <div
            id={demoFormAnchor}
            className="demo-panel"
            data-open={open ? '' : undefined}
            data-sent={status === 'sent' ? '' : undefined}
          >
            <div>
              <div className="demo-title">
                <h2>{siteStrings.wantDemo}</h2>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={siteStrings.closeForm}
                  popoverTarget={demoFormAnchor}
                  popoverTargetAction="hide"
                >
                  <Icon name="close" />
                </button>
              </div>
              <LiveDemoForm {...form} />
            </div>
          </div>
        </div>
        <CourtyardPlan features={records.features ?? []} />
      </div>
    </section>
  );
}

/** Price and counts in one line: what staff wrote, else what the records say. */
function ProofLine({ packageGroups, statistics }: Records) {
  const written = useVendor().hero.statistics;
  const cheapest = cheapestOf((packageGroups ?? []).flatMap(({ packages }) => packages));
  const lines = statistics?.map((each) => `${bengaliCount(each.statistics_count)} ${each.statistics_title}`).join('\n');
  const counts = heroWords.counts.flatMap((count) => lines?.match(count)?.[0] ?? []);
  const parts = [
    {
      href: cheapest && !written ? pages.package(cheapest.id) : pages.packages,
      text: written || (cheapest && priceLineWords.from(bengaliMoney(cheapest.monthly_charge))),
    },
    { href: pages.clients, text: !written && counts.join(' · ') },
  ].filter(({ text }) => text);
  return (
    <p className="hero-proof">
      {parts.map(({ href, text }) => (
        <a key={href} href={href} className="stitch-link">
          {text}
        </a>
      ))}
    </p>
  );
}
