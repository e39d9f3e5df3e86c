import type { AuditEvent } from '#api/audit.ts';

const actions: Record<string, string> = {
  'accept-invitation': 'accepted the invitation of',
  'change-password': 'changed the password of',
  cancel: 'cancelled',
  create: 'added',
  crop: 'cropped',
  deactivate: 'deactivated',
  delete: 'deleted',
  'drop-draft': 'dropped the draft of',
  'end-session': 'signed out a device',
  end: 'signed out a device',
  'end-others': 'signed out all other devices',
  erase: 'erased',
  export: 'exported',
  'export-person': 'exported everything held about',
  import: 'imported',
  invite: 'invited',
  'invite-again': 'made a new invitation for',
  order: 'moved',
  publish: 'published',
  reactivate: 'reactivated',
  'remove-sample': 'removed the sample’s contact facts from',
  replace: 'replaced',
  'reset-password': 'set a new password for',
  restore: 'restored',
  'restore-version': 'took up an older version of',
  retention: 'changed the retention of',
  'reveal-password': 'looked at the password of',
  'reveal-secret': 'looked at the secret of',
  'rotate-secret': 'made a new secret for',
  'save-draft': 'saved a draft of',
  schedule: 'set the time of',
  'send-again': 'sent again',
  'take-back-import': 'took back an import of',
  'take-off': 'took off',
  unpublish: 'took off the site',
  update: 'updated',
};

export const actionNames = Object.keys(actions);

export function actionName(action: string): string {
  return actions[action] ?? action.replaceAll(/[_-]/g, ' ');
}

export function actorName({ user }: Pick<AuditEvent, 'user'>): string {
  return user ? (user.name ?? user.email) : 'Nobody signed in';
}
