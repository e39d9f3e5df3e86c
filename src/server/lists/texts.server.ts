import type { KindTexts } from './list-kind.server.ts';

/** What is said after writes of a kind; `deleted` says it with the capital letter that its screen has. */
export function textsOf(name: string, deleted: 'deleted' | 'Deleted' = 'deleted'): KindTexts {
  return {
    created: 'Created successfully',
    updated: `${name} updated successfully`,
    deleted: `${name} ${deleted} successfully`,
    restored: `${name} restored successfully`,
  };
}
