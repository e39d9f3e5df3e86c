import type { AuditEvent } from '#wire/audit.ts';

/** What an action did, as in 'updated'; one without a word is shown as it is written down. */
const actions: Record<string, string> = {
  'accept-invitation': 'accepted the invitation',
  'change-password': 'changed the password',
  create: 'added',
  deactivate: 'deactivated',
  delete: 'deleted',
  'end-session': 'signed out a device',
  end: 'signed out a device',
  erase: 'erased',
  export: 'exported',
  invite: 'invited',
  'invite-again': 'made a new invitation',
  order: 'moved',
  reactivate: 'reactivated',
  'reset-password': 'set a new password',
  restore: 'restored',
  'reveal-password': 'looked at the password',
  'reveal-secret': 'looked at the secret',
  'rotate-secret': 'made a new secret',
  update: 'updated',
};

/** For filters. */
export const actionNames = Object.keys(actions);

export function actionInWords(action: string): string {
  return actions[action] ?? action.replaceAll(/[_-]/g, ' ');
}

export function whoDid({ user }: Pick<AuditEvent, 'user'>): string {
  return user ? (user.name ?? user.email) : 'Nobody signed in';
}
