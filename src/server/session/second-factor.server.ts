import type { Settings } from '../settings.server.ts';
import type { Session } from './sessions.server.ts';

/** Whether somebody must set up a second factor before anything but the own account can be used. */
export function isMissingSecondFactor(
  { secondFactor }: Pick<Settings, 'secondFactor'>,
  { user, hasSecondFactor }: Pick<Session, 'user' | 'hasSecondFactor'>,
): boolean {
  return secondFactor === 'owners' && isOwner(user) && !hasSecondFactor;
}

/** Who may do everything, also with the accounts of others. */
export function isOwner({ role }: { role: string }): boolean {
  return role === 'owner' || role === 'admin';
}
