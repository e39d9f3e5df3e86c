import type { LucideIcon } from 'lucide-react';
import type { Area } from '#api/rights.ts';
import type { adminPages } from '#paths.ts';
import type { PrefetchCall } from './calls/api.ts';

export interface Screen {
  path: (typeof adminPages)[keyof typeof adminPages];
  name: string;
  description: string;
  /** For somebody's first day: what this is, and what to do here. */
  help: string;
  /** What people call it, in English, Bengali and Bengali in Latin letters: the palette finds it by these. */
  keywords: string;
  icon: LucideIcon;
  /** Null: below all groups, with the user's own pages. */
  group: 'Overview' | 'Content' | 'Sales' | 'More content' | 'Settings' | null;
  /** Sort order in the menu, across all groups. */
  place: number;
  /** Screens with the same entry share a row of the menu and have tabs. By default a screen has its own row. */
  entry?: 'Dashboard' | 'Features' | 'Settings';
  /** The permission area; `content` by default. */
  area?: Area;
  /** The list of records that this screen edits; the palette searches it. */
  call?: string;
  /** The field with the record's title, if it is neither a title nor a name. */
  titleField?: string;
  /** The list of leads, which the palette searches too. */
  leads?: string;
  onSite?: string;
  /** By kind of record in the activity; those who may read this area see its entries. */
  audited?: Record<string, Audited>;
  /** Below `src`. The browser loads it, and the document preloads it. */
  module: `${string}/admin.tsx`;
  /** The module to prefetch next. */
  next?: string;
  /** The list or record that the document asks for before any script runs, `call` by default; or all such calls. */
  asks?: string | ((address: URLSearchParams) => PrefetchCall[]);
}

export interface Kind extends Screen {
  group: 'Content' | 'More content';
  onSite: string;
  audited: Record<string, Audited>;
}

/** How the activity names a record: a noun, and the column that holds the record's own name, if there is one. */
export interface Audited {
  noun: string;
  nameIn?: string;
  /** The table, where it isn't called like the kind. */
  table?: string;
}
