import type { AuditEvent } from '#api/audit.ts';

/** What the activity says of each action; `{}` is the record. An action without a sentence does not compile. */
const actions = {
  'accept-invitation': 'accepted the invitation of {}',
  'add-app': 'added an authenticator app to {}',
  'add-passkey': 'added a passkey to {}',
  call: 'called {}',
  cancel: 'cancelled {}',
  'change-password': 'changed the password of {}',
  change_note: 'changed a note on {}',
  create: 'added {}',
  crop: 'cropped {}',
  deactivate: 'deactivated {}',
  delete: 'deleted {}',
  delete_call: 'deleted a call with {}',
  delete_note: 'deleted a note on {}',
  details: 'changed the contact details of {}',
  'drop-draft': 'discarded the draft of {}',
  end: 'signed out one of their devices',
  'end-others': 'signed out their other devices',
  'end-session': 'signed out a device of {}',
  erase: 'erased {} for good',
  export: 'exported {}',
  'export-person': 'exported everything held about {}',
  import: 'imported {}',
  invite: 'invited {}',
  'invite-again': 'sent a new invitation to {}',
  make: 'made new recovery codes for {}',
  merge: 'merged others into {}',
  message: 'wrote to {}',
  next_step: 'set the next step of {}',
  not_spam: 'marked {} as not spam',
  note: 'wrote a note on {}',
  order: 'moved {} in its list',
  owner: 'changed the owner of {}',
  publish: 'published {}',
  reactivate: 'reactivated {}',
  'remove-app': 'removed the authenticator app of {}',
  'remove-passkey': 'removed a passkey of {}',
  'remove-sample': 'removed the sample’s contact facts from {}',
  replace: 'replaced {}',
  resend: 'sent the mail of {} again',
  reset: 'reset the account of {}',
  'reset-password': 'set a new password for {}',
  restore: 'restored {}',
  restore_note: 'put back a note on {}',
  'restore-version': 'took up an older version of {}',
  resume: 'resumed the sending of {}',
  retention: 'changed the retention of {}',
  'reveal-password': 'looked at the password of {}',
  'reveal-secret': 'looked at the secret of {}',
  'rotate-secret': 'made a new secret for {}',
  'save-draft': 'saved a draft of {}',
  schedule: 'set the publication times of {}',
  'send-again': 'sent {} again',
  'send-all-again': 'sent {} again',
  sms: 'sent an SMS to {}',
  spam: 'marked {} as spam',
  stage: 'moved {}',
  'take-back-import': 'took back an import of {}',
  'take-off': 'took off the second factor of {}',
  test: 'sent a test to {}',
  unmerge: 'separated others from {}',
  unpublish: 'took {} off the site',
  update: 'updated {}',
  value: 'changed the value of {}',
} as const;

export type AuditAction = keyof typeof actions;

export const actionNames = Object.keys(actions) as AuditAction[];

/** Words before and after the record. Newer versions of the server may know other actions. */
export function sentenceOf(action: string): [before: string, after: string] {
  const sentence: string = actions[action as AuditAction] ?? `${action.replaceAll(/[_-]/g, ' ')} {}`;
  const [before = '', after = ''] = sentence.split('{}');
  return [before, after];
}

/** For a filter, where no record is named. */
export function actionName(action: string): string {
  return sentenceOf(action).join('…').trim();
}

export function actorName({ user }: Pick<AuditEvent, 'user'>): string {
  return user ? (user.name ?? user.email) : 'Nobody signed in';
}

/** As the end of a sentence: which fields an update changed. */
export function changedFields({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string {
  return fieldsInWords(Object.keys({ ...before, ...after }));
}

export function fieldsInWords(fields: string[]): string {
  const names = fields.filter((field) => field !== 'updated_at').map((field) => field.replaceAll('_', ' '));
  if (names.length === 0) return '';
  return `: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}
