import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { adminPages } from '#paths.ts';
import type { Area } from '#wire/rights.ts';

/** A screen of the back office, as the menu, the palette and the router know it. */
export interface Screen {
  path: (typeof adminPages)[keyof typeof adminPages];
  name: string;
  description: string;
  keywords: string;
  icon: LucideIcon;
  /** Null: below all groups, with what is one's own. */
  group: 'Overview' | 'Content' | 'Features' | 'Sales' | 'Settings' | null;
  /** Its place in the menu, among all screens. */
  place: number;
  /** Whose rights it needs; absent: those of content. */
  area?: Area;
  /** The list of content that is added, edited and counted here; the palette finds its records. */
  call?: string;
  /** The field by which the palette calls a record, where it is no title and no name. */
  titleField?: string;
  /** A list of people, whom the palette finds too. */
  leads?: string;
  /** Where visitors see what is kept here. */
  onSite?: string;
  /** Its code, loaded when it is opened. */
  screen: () => Promise<{ default: ComponentType }>;
}

/** A kind of content with the screen on which staff edit it. */
export interface Kind extends Screen {
  group: 'Content' | 'Features' | 'Sales';
  onSite: string;
  /** The table whose records the dashboard counts. */
  counted?: string;
}
