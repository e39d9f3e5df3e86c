import type { Pending } from '#wire/versions.ts';

/** What every record has that a list shows. */
export interface Row {
  id: number;
  updated_at: string;
  deleted_at?: string | null;
  status?: number;
  image?: string | null;
  /** What is still to come of a record that has drafts. */
  pending?: Pending | null;
}

/** One page of a list, as the calls answer it. */
export interface ListPage<T> {
  data: T[];
  current_page: number;
  per_page: number;
  total: number;
  last_page: number;
  from: number | null;
  to: number | null;
  links: PageLink[];
}

export interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

/** What a write answers. */
export interface Written<T> {
  data: T;
  message: string;
}
