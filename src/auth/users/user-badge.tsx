import type { UserRow } from './schema.ts';

/** Shape and text show the status, not the colour alone. */
export function UserBadge({ user: { status, invited } }: { user: UserRow }) {
  if (status !== 1) return <span className="badge badge-inactive">Deactivated</span>;
  return invited ? (
    <span className="badge badge-inactive">Invited</span>
  ) : (
    <span className="badge badge-active">Active</span>
  );
}
