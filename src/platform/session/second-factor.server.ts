import type { Settings } from '../settings/settings.server.ts';
import type { Session } from './sessions.server.ts';

export function isMissingSecondFactor(
  { secondFactor }: Pick<Settings, 'secondFactor'>,
  { user, hasSecondFactor }: Pick<Session, 'user' | 'hasSecondFactor'>,
): boolean {
  return (secondFactor === 'all' || (secondFactor === 'owners' && user.role === 'owner')) && !hasSecondFactor;
}
