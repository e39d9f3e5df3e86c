import type { Foundations } from '#server/foundations.server.ts';
import type { KeptSettings } from '#site-settings/kept-settings.server.ts';

/** What the public pages stand on. */
export interface Site extends Foundations {
  vendor: KeptSettings;
}
