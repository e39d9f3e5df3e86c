import { contactLinks, useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { siteStrings } from '../strings.ts';

/** For pages that aren't what the visitor came for. */
export function WaysOn() {
  return (
    <div className="lost-more">
      <a href={pages.search} className="button button-quiet">
        <Icon name="search" />
        {siteStrings.searchSite}
      </a>
      <CallLinks calls={contactLinks(useVendor())} />
    </div>
  );
}
