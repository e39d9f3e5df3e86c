import { contactLinks } from '#content/settings/contact-links.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { siteStrings } from '../strings.ts';

/** For pages that aren't what the visitor came for. */
export function WaysOn() {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser knows the element `search` yet */}
      <form action={pages.search} className="lost-search field" role="search">
        <input
          type="search"
          name="q"
          aria-label={siteStrings.searchSite}
          placeholder={siteStrings.searchSite}
          maxLength={100}
          enterKeyHint="search"
          required
        />
        <button type="submit" className="button button-quiet">
          <Icon name="search" />
          {siteStrings.search}
        </button>
      </form>
      <CallLinks calls={contactLinks(useVendor())} />
    </>
  );
}
