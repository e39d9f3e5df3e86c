import { t } from '#i18n/text.ts';
import { media } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { type Actor, recordChange } from '../audit/audit.server.ts';
import type { AuditAction } from '../audit/strings.ts';
import type { AppContext } from '../context.server.ts';
import { underField } from '../pictures/data-url.server.ts';
import { notePictures } from '../pictures/library.server.ts';
import { cleanRichText } from '../rich-text/rich-text.server.ts';
import { saveDraft } from '../versions/drafts.server.ts';
import { type Author, keepVersion } from '../versions/history.server.ts';
import { messagesByField, versionConflictMessage } from './answers.server.ts';
import { type Creation, createOnce, noteCreation } from './create-once.server.ts';
import type { FormInput, ListKind, ListRecord, RecordChange } from './list-kind.server.ts';
import { insertRecord, lockList, searchText, updateRecord } from './listed-table.server.ts';
import { saveMerged, type Updated, VersionConflict } from './merge.server.ts';
import { moveToEnd } from './order.server.ts';
import { oldestInTrash } from './trash.server.ts';

export const noSuchRecord = 'There is no such record. It may have been deleted.';
const inTrash = t('It is in the trash, where it can be restored for 30 days.');

export const bulkActions = ['activate', 'deactivate', 'delete', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

interface BulkResult {
  id: number;
  ok: boolean;
  changed: boolean;
  message: string;
}

/** Rolls back a transaction that changed nothing, so that no cache is invalidated. */
class NothingChanged extends Error {}

export interface Prepared<Input> {
  input: Input;
  columns: Columns;
}

export interface Change extends Author {
  action: AuditAction;
}

/** Writes of one collection: each in one transaction with its audit event, followed by cache invalidation. */
export class ListWrites<
  Input extends FormInput,
  Wire extends ListRecord,
  Kind extends ListKind<Input, Wire> = ListKind<Input, Wire>,
> {
  readonly context: AppContext;
  readonly kind: Kind;

  constructor(context: AppContext, kind: Kind) {
    this.context = context;
    this.kind = kind;
  }

  /** With `creation`, a repeated request returns the record that it created first. */
  async create(actor: Actor, input: Input, creation: Creation | null = null, isDraft = false): Promise<Wire> {
    const { database } = this.context;
    const form: Input = isDraft ? { ...input, status: 0 } : input;
    const created = await createOnce(database, creation, () => this.#create(actor, form, creation, isDraft));
    return 'madeBefore' in created ? this.find(database, created.madeBefore) : created;
  }

  async #create(actor: Actor, input: Input, creation: Creation | null, isDraft: boolean): Promise<Wire> {
    const { table, check, shows, newestLast, versioned } = this.kind;
    const { columns } = await this.prepare(actor, input);
    for (const [column, value] of Object.entries(columns)) if (value === undefined) columns[column] = '';
    return this.context.changes.write(shows, async (transaction) => {
      await lockList(transaction, table);
      await check?.(transaction, input, null);
      const id = await insertRecord(transaction, table, this.#searchable(columns, null));
      if (newestLast) await moveToEnd(transaction, table, id);
      await this.#saveRelations(transaction, id, input, columns);
      if (creation) await noteCreation(transaction, creation, id);
      const what = isDraft ? 'draft' : 'saved';
      const record = await this.#written(transaction, { actor, action: 'create', what }, id, null);
      if (!isDraft || !versioned) return record;
      const { updated_at } = record;
      const draft = { fields: versioned.formOf(record), recordUpdatedAt: updated_at, updatedAt: updated_at };
      await saveDraft(transaction, { kind: table, id }, draft, actor);
      return this.find(transaction, id);
    });
  }

  /** @throws {HttpError} 404, 422 */
  async update(actor: Actor, id: number, input: Input): Promise<Updated<Wire> | VersionConflict<Wire>> {
    const { table, form, asRead } = this.kind;
    const parse = (fields: object) => form.update.safeParse(withFormNames(fields, asRead));
    const save = (changed: Input) => this.#update(actor, id, changed);
    return saveMerged(this.context.database, { kind: table, id, parse, save }, input);
  }

  async #update(actor: Actor, id: number, input: Input): Promise<Wire | VersionConflict<Wire>> {
    const prepared = await this.prepare(actor, input);
    return this.context.changes.write(this.kind.shows, async (transaction) => {
      const before = await this.lock(transaction, id);
      if (input.updated_at && input.updated_at !== before.updated_at) return new VersionConflict(before);
      return this.change(transaction, { actor, action: 'update', what: 'saved' }, before, prepared);
    });
  }

  /**
   * Sanitises and decodes before the transaction, to keep that short. `actor` is null for stored forms.
   * @throws {HttpError} 422
   */
  async prepare(actor: Actor | null, input: Input): Promise<Prepared<Input>> {
    const { rich, searched, optionalPictures = [] } = this.kind;
    const { pictures } = this.context;
    const columns: Columns = { ...this.kind.columns(input) };
    if (input.status !== undefined) columns.status = input.status;
    const names = ['title', 'name', ...searched].map((name) => columns[name]);
    const name = names.find((text): text is string => typeof text === 'string' && text !== '');
    const origin = { by: actor?.user.id, name };
    const text = rich && columns[rich];
    if (rich && typeof text === 'string') columns[rich] = await cleanRichText(pictures, text, origin, rich);
    const key = await pictures.resolveImage(input.image, origin);
    if (key) columns.image_key = key;
    const values = input as Columns;
    for (const field of optionalPictures) {
      if (values[field] === undefined) continue;
      columns[`${field}_key`] = (await pictures.resolveImage(values[field], origin).catch(underField(field))) ?? null;
    }
    return { input, columns };
  }

  /** Reads a record, and locks its list until the transaction ends. @throws {HttpError} 404 */
  async lock(transaction: Database, id: number, state: 'live' | 'deleted' = 'live'): Promise<Wire> {
    await lockList(transaction, this.kind.table);
    const record = await this.find(transaction, id);
    const isThere = record.deleted_at === null ? state === 'live' : state === 'deleted';
    if (!isThere || (record.deleted_at ?? '9') <= oldestInTrash()) throw notFound(noSuchRecord);
    return record;
  }

  /** Publishing a hidden record takes all that a new one takes. @throws {HttpError} 422 with all that is missing */
  assertComplete(before: Wire, form: object): void {
    const { versioned, form: forms } = this.kind;
    if (!versioned || before.status === 1) return;
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const { error } = forms.create.safeParse({ ...before, ...versioned.formOf(before), ...given });
    if (error) throw invalid(messagesByField(error));
  }

  /** Updates a locked record. @throws {HttpError} 422 for what is missing or refers to nothing, before it writes */
  async change(
    transaction: Database,
    change: Change,
    before: Wire,
    { input, columns }: Prepared<Input>,
  ): Promise<Wire> {
    const { image_key } = columns;
    if (columns.status === 1)
      this.assertComplete(before, { ...input, image: image_key ? media.original(String(image_key)) : undefined });
    await this.overwrite(transaction, before, { input, columns });
    return this.#written(transaction, change, before.id, before);
  }

  /** As `change`, without a version and an audit event. */
  async overwrite(transaction: Database, before: Wire, { input, columns }: Prepared<Input>): Promise<void> {
    const { table, check } = this.kind;
    await check?.(transaction, input, before.id);
    await updateRecord(transaction, table, before, this.#searchable(columns, before));
    await this.#saveRelations(transaction, before.id, input, columns);
  }

  async setStatus(transaction: Database, change: Change, before: Wire, status: 0 | 1): Promise<Wire> {
    if (status === 1) this.assertComplete(before, {});
    await updateRecord(transaction, this.kind.table, before, this.#searchable({ status }, before));
    return this.#written(transaction, change, before.id, before);
  }

  /** Moves a record to the trash. @throws {HttpError} 404, or 409 if it is in use */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.context.changes.write(this.kind.shows, (transaction) => this.#delete(transaction, actor, id));
  }

  async #delete(transaction: Database, actor: Actor, id: number) {
    const { table, checkUnused } = this.kind;
    const before = await this.lock(transaction, id);
    await checkUnused?.(transaction, id);
    await updateRecord(transaction, table, before, { deleted_at: new Date().toISOString() });
    await this.#record(transaction, actor, { action: 'delete', kind: table, recordId: id, before, after: null });
  }

  /** @throws {HttpError} 404 if the record isn't in the trash */
  async restore(actor: Actor, id: number): Promise<Wire> {
    return this.context.changes.write(this.kind.shows, (transaction) => this.#restore(transaction, actor, id));
  }

  async #restore(transaction: Database, actor: Actor, id: number): Promise<Wire> {
    const row = await this.lock(transaction, id, 'deleted');
    await this.kind.checkRestorable?.(transaction, id);
    await updateRecord(transaction, this.kind.table, row, { deleted_at: null });
    return this.#written(transaction, { actor, action: 'restore', what: 'restored' }, id, null);
  }

  /** An error of one record doesn't stop the others. With `version`, a newer record is left unchanged. */
  async bulkUpdate(actor: Actor, action: BulkAction, ids: number[], version?: string): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    const change = async (transaction: Database) => {
      for (const id of ids) results.push(await this.#changeOne(transaction, actor, action, id, version));
      if (!results.some(({ changed }) => changed)) throw new NothingChanged();
    };
    await this.context.changes.write(this.kind.shows, change).catch((error: unknown) => {
      if (!(error instanceof NothingChanged)) throw error;
    });
    return results;
  }

  async #changeOne(
    transaction: Database,
    actor: Actor,
    action: BulkAction,
    id: number,
    version?: string,
  ): Promise<BulkResult> {
    try {
      let changed = true;
      if (action === 'delete') await this.#delete(transaction, actor, id);
      else if (action === 'restore') await this.#restore(transaction, actor, id);
      else changed = await this.#setStatus(transaction, actor, id, action === 'activate' ? 1 : 0, version);
      return { id, ok: true, changed, message: 'Done' };
    } catch (error) {
      // Thrown before this record was written, so the transaction can go on.
      if (!(error instanceof HttpError)) throw error;
      const reason = t(error.message);
      const message = error.status === 422 ? t`It can’t be published yet. ${reason}` : reason;
      return { id, ok: false, changed: false, message };
    }
  }

  async #setStatus(transaction: Database, actor: Actor, id: number, status: 0 | 1, version?: string): Promise<boolean> {
    const before = await this.lock(transaction, id);
    if (version && version !== before.updated_at) throw new HttpError(409, versionConflictMessage);
    if (before.status === status) return false;
    await this.setStatus(transaction, { actor, action: 'update', what: 'saved' }, before, status);
    return true;
  }

  /** @throws {HttpError} 404 */
  async find(database: Database, id: number): Promise<Wire> {
    const [record] = await this.kind.read(database, [id]);
    if (!record) throw notFound(noSuchRecord);
    return record;
  }

  /** @throws {HttpError} 404 for a missing or deleted record */
  async findLive(id: number): Promise<Wire> {
    const record = await this.find(this.context.database, id);
    if (record.deleted_at !== null) throw notFound(inTrash);
    return record;
  }

  async #saveRelations(transaction: Database, id: number, input: Input, columns: Columns) {
    const { table, rich, saveRelations } = this.kind;
    const text = rich && columns[rich];
    if (typeof text === 'string') await notePictures(transaction, table, id, text);
    await saveRelations?.(transaction, id, input);
  }

  async #written(transaction: Database, change: Change, id: number, before: Wire | null): Promise<Wire> {
    const { table, versioned } = this.kind;
    const { actor, action } = change;
    const after = await this.find(transaction, id);
    await this.#record(transaction, actor, { action, kind: table, recordId: id, before, after });
    if (versioned && action !== 'restore') {
      const found = before && { fields: versioned.formOf(before), at: before.updated_at };
      const [now, max] = [versioned.formOf(after), this.context.settings.versionsKept];
      await keepVersion(transaction, { kind: table, id }, { before: found, now, author: change, max });
    }
    return after;
  }

  async #record(transaction: Database, actor: Actor, change: RecordChange<Wire>) {
    const { audit = recordChange, onSite } = this.kind;
    await audit(transaction, actor, change);
    const { kind, recordId: id, before, after } = change;
    const [was_public, isPublic] = [before?.status === 1, after?.status === 1];
    const record = isPublic ? after : was_public && before;
    if (onSite && record)
      await this.context.onSiteChange(transaction, { kind, id, ...onSite(record), was_public, isPublic });
  }

  /** Adds `search_text`, with the current value of columns that the form left out. */
  #searchable(columns: Columns, before: Wire | null): Columns {
    const previous = (before ?? {}) as Columns;
    const { searched } = this.kind;
    const texts = searched.map((name) => String(columns[name] ?? previous[name] ?? ''));
    return { ...columns, ...(searched.length > 0 && { search_text: searchText(...texts) }) };
  }
}

/** Gives the fields of a record as it was read the names that the form has for them. */
export function withFormNames(record: object, asRead: { [field: string]: string } = {}): object {
  const given = new Map<string, unknown>(Object.entries(record));
  const renamed = Object.entries(asRead).filter(([field, name]) => !given.has(field) && given.has(name));
  return { ...record, ...Object.fromEntries(renamed.map(([field, name]) => [field, given.get(name)])) };
}

type Columns = Record<string, unknown>;
