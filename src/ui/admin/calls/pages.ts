import type { LatestChange } from '#api/audit.ts';
import type { Pending } from '#api/records.ts';

export interface Row {
  id: number;
  created_at?: string;
  updated_at: string;
  deleted_at?: string | null;
  status?: number;
  image?: string | null;
  /** The draft and schedule of a record, if it has any. */
  pending?: Pending | null;
}

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

export interface Written<T> {
  data: T;
  message: string;
  /** Fields that keep what somebody else saved meanwhile, and whose changes these are, the newest first. */
  merged?: string[];
  changes?: LatestChange[];
}
