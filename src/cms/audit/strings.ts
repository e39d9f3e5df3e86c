import type { AuditEvent } from '#api/audit.ts';
import { t } from '#i18n/text.ts';

/** What the activity says of each action; `{}` is the record. An action without a sentence does not compile. */
const actions = t({
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
  withdraw: 'withdrew {}',
});

export type AuditAction = keyof typeof actions;

export const actionNames = Object.keys(actions) as AuditAction[];

/** Words before and after the record. Newer versions of the server may know other actions. */
export function sentenceOf(action: string): [before: string, after: string] {
  const [before = '', after = ''] = actionText(action).split('{}');
  return [before, after];
}

/** With `{}` for the record, where it is named. */
export function actionText(action: string): string {
  return actions[action as AuditAction] ?? `${action.replaceAll(/[_-]/g, ' ')} {}`;
}

/** For a filter, where no record is named. */
export function actionName(action: string): string {
  return sentenceOf(action).join('…').trim();
}

export function actorName({ user }: Pick<AuditEvent, 'user'>): string {
  return user ? (user.name ?? user.email) : t('Nobody signed in');
}

/** As the end of a sentence: which fields an update changed. */
export function changedFields({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string {
  return fieldsInWords(Object.keys({ ...before, ...after }));
}

export function fieldsInWords(fields: string[]): string {
  const names = fields.filter((field) => field !== 'updated_at').map(fieldName);
  if (names.length === 0) return '';
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? t`: ${first} and ${names.length - 3} more` : `: ${first}`;
}

/** What a field is called, from its name on the wire. */
export function fieldName(name: string): string {
  return name
    .split('_')
    .map((word) => wordsShown[wordsOnWire.indexOf(word)] ?? word)
    .join(' ');
}

/** What names of fields are made of, and in the same order what people read. */
const wordsOnWire = `
  title short description date content image alt focus name position statistics count gallery link question
  answer category sub feature room caption device package lines installation cost monthly charge audience includes
  students from to recommended note sms price kind district story address path code file url status tagline
  phone whatsapp email customers text hero emphasis lead hint scene school grade pupils message fees exam marks
  synonyms holidays logo home about features packages clients news downloads search offline not found error
  keywords stage owner value next step on number id role language events subject password demo sales addresses
  mail requests digest hour host port user sender records selectedCategory selectedFeature institute outcome way
  person measure before after`
  .trim()
  .split(/\s+/);
const wordsShown = t(
  `title, short, description, date, content, image, alt, focus, name, position, statistics, count, gallery, link,
  question, answer, category, sub, feature, room, caption, device, package, lines, installation, cost, monthly, charge,
  audience, includes, students, from, to, recommended, note, sms, price, kind, district, story, address, path,
  code, file, url, status, tagline, phone, whatsapp, email, customers, text, hero, emphasis, lead, hint, scene,
  school, grade, pupils, message, fees, exam, marks, synonyms, holidays, logo, home, about, features, packages,
  clients, news, downloads, search, offline, not, found, error, keywords, stage, owner, value, next, step, on,
  number, id, role, language, events, subject, password, demo, sales, addresses, mail, requests, digest, hour,
  host, port, user, sender, records, selectedCategory, selectedFeature, institute, outcome, way,
  person, measure, before, after`,
).split(/,\s+/);
