import type { Foundations } from '#server/foundations.server.ts';
import type { KeptSettings } from '#site-settings/kept-settings.server.ts';

export interface Site extends Foundations {
  vendor: KeptSettings;
}
