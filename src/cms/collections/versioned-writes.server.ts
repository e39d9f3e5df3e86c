import type { WholeVersion } from '#api/records.ts';
import { media } from '#paths.ts';
import { announceChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { type Actor, type AuditChange, recordChange } from '../audit/audit.server.ts';
import { keyOfPicture } from '../pictures/library.server.ts';
import { type Draft, discardDraft, findDraft, saveDraft } from '../versions/drafts.server.ts';
import {
  type Fields,
  findVersion,
  keepVersion,
  lastSaved,
  type RecordRef,
  versionBefore,
} from '../versions/history.server.ts';
import { DraftChanged, type Publishing, setTimes, type Times, timesOf } from '../versions/publisher.server.ts';
import { messagesByField } from './answers.server.ts';
import type { FormInput, ListKind, ListRecord, VersionedRecord } from './list-kind.server.ts';
import { nextTimestamp } from './listed-table.server.ts';
import { VersionConflict } from './merge.server.ts';
import { type Change, ListWrites, type Prepared } from './writes.server.ts';

export interface VersionedKind<Input extends FormInput, Wire extends ListRecord> extends ListKind<Input, Wire> {
  versioned: VersionedRecord<Wire, Input>;
}

interface ReadyDraft<Input> {
  updatedAt: string;
  prepared: Prepared<Input>;
}

export class VersionedWrites<Input extends FormInput, Wire extends ListRecord> extends ListWrites<
  Input,
  Wire,
  VersionedKind<Input, Wire>
> {
  get publishing(): Publishing {
    return {
      table: this.kind.table,
      ready: (id) => this.#readyDraft(id),
      act: (transaction, actor, { id, action }, ready) =>
        this.#actAtTime(transaction, actor, id, action, ready as ReadyDraft<Input> | null),
    };
  }

  /** The record with its draft's values; null without a draft. @throws {HttpError} 404 */
  async findDraft(id: number): Promise<Wire | null> {
    const { database } = this.context;
    const record = await this.findLive(id);
    const draft = await findDraft(database, this.#place(id));
    return draft && this.#asDraft(database, record, draft);
  }

  /** The form of the draft, or else of the record. @throws {HttpError} 404 */
  async latestForm(id: number): Promise<Fields> {
    const record = await this.findLive(id);
    const draft = await findDraft(this.context.database, this.#place(id));
    return { ...this.kind.versioned.formOf(record), ...(draft && this.#validFields(draft)) };
  }

  /** A form with sanitised rich text and stored pictures, merged over the record's. @throws {HttpError} 422, 404 */
  async formFrom(actor: Actor, input: Input, id: number | null): Promise<Fields> {
    const prepared = await this.prepare(actor, input);
    return this.#fieldsOf(id === null ? {} : await this.latestForm(id), prepared);
  }

  /**
   * Saves a draft. The record stays unchanged, unless it was never anything but this draft.
   * @throws {HttpError} 404, 422
   */
  async keepDraft(actor: Actor, id: number, input: Input): Promise<Wire | VersionConflict<Wire>> {
    const { table, versioned, check } = this.kind;
    const place = this.#place(id);
    const prepared = await this.prepare(actor, input);
    return this.context.database.transaction().execute(async (transaction) => {
      const record = await this.lock(transaction, id);
      const draft = await findDraft(transaction, place);
      const last = draft?.updatedAt ?? record.updated_at;
      if (input.updated_at && input.updated_at !== last)
        return new VersionConflict(await this.#asDraft(transaction, record, draft));
      await check?.(transaction, input, id);
      const before = draft?.fields ?? versioned.formOf(record);
      const fields = this.#fieldsOf(before, prepared);
      const isNew = draft !== null && record.status === 0 && !(await lastSaved(transaction, place));
      if (isNew) await this.overwrite(transaction, record, { input, columns: { ...prepared.columns, status: 0 } });
      const { updated_at } = isNew ? await this.find(transaction, id) : record;
      const next = { fields, recordUpdatedAt: updated_at, updatedAt: nextTimestamp(last) };
      await saveDraft(transaction, place, next, actor);
      await keepVersion(transaction, place, {
        before: isNew ? null : { fields: versioned.formOf(record), at: record.updated_at },
        now: fields,
        author: { actor, what: 'draft' },
        max: this.context.settings.versionsKept,
      });
      await recordChange(transaction, actor, {
        action: 'save-draft',
        kind: table,
        recordId: id,
        before,
        after: fields,
      });
      return this.#asDraft(transaction, await this.find(transaction, id), next);
    });
  }

  /** What the form would miss to be published, beside what its schema says of it. @throws {HttpError} 404, 422 */
  async assertPublishable(id: number, body: Fields): Promise<void> {
    const record = await this.findLive(id);
    const latest = await this.latestForm(id);
    if (body.status) this.assertComplete(record, { ...latest, ...body, image: body.image || latest.image });
  }

  /** @throws {HttpError} 404 */
  async dropDraft(actor: Actor, id: number): Promise<Wire> {
    return this.context.database.transaction().execute(async (transaction) => {
      await this.lock(transaction, id);
      const draft = await findDraft(transaction, this.#place(id));
      if (!draft) throw notFound('There is no draft of this record.');
      await discardDraft(transaction, this.#place(id));
      const change: AuditChange = {
        action: 'drop-draft',
        kind: this.kind.table,
        recordId: id,
        before: draft.fields,
      };
      await recordChange(transaction, actor, change);
      return this.find(transaction, id);
    });
  }

  /**
   * Saves a form that was made from the draft, and deletes the draft. Returns a conflict if the record or the draft
   * (`from`: when it was saved) has changed since.
   * @throws {HttpError} 404, 422
   */
  async saveFromDraft(actor: Actor, id: number, input: Input, from: string): Promise<Wire | VersionConflict<Wire>> {
    const place = this.#place(id);
    const prepared = await this.prepare(actor, input);
    return this.context.changes.write(this.kind.shows, async (transaction) => {
      const before = await this.lock(transaction, id);
      const draft = await findDraft(transaction, place);
      const isStale = input.updated_at !== undefined && input.updated_at !== before.updated_at;
      if (isStale || draft?.updatedAt !== from)
        return new VersionConflict(
          // Where the draft is still the same, the change is in what visitors see.
          draft?.updatedAt === from ? before : await this.#asDraft(transaction, before, draft),
        );
      const { image } = this.#fieldsOf(draft.fields, prepared);
      const columns = withPicture(prepared.columns, image);
      await discardDraft(transaction, place);
      if (prepared.columns.status !== 0) await setTimes(transaction, place, { publish_at: null }, actor);
      return this.change(transaction, { actor, action: 'update', what: 'published' }, before, {
        ...prepared,
        columns,
      });
    });
  }

  /**
   * Publishes the record with its draft. Returns a conflict if the record has changed since `expected`, or since the
   * draft was saved.
   * @throws {HttpError} 404, 409, 422
   */
  async publish(actor: Actor, id: number, times: Times, expected?: string): Promise<Wire | VersionConflict<Wire>> {
    const place = this.#place(id);
    const ready = await this.#readyDraft(id);
    return this.context.changes.write(this.kind.shows, async (transaction) => {
      const before = await this.lock(transaction, id);
      const draft = await findDraft(transaction, place);
      const read = expected ?? draft?.recordUpdatedAt ?? before.updated_at;
      if (read !== before.updated_at) return new VersionConflict(before);
      await setTimes(transaction, place, { ...times, publish_at: null }, actor);
      await this.#publish(transaction, { actor, action: 'publish', what: 'published' }, before, ready);
      return this.find(transaction, id);
    });
  }

  /** Schedules publishing, with the draft, and unpublishing. @throws {HttpError} 404, 422 */
  async setTimes(actor: Actor, id: number, times: Times): Promise<Wire> {
    const place = this.#place(id);
    const ready = times.publish_at ? await this.#readyDraft(id) : null;
    return this.context.database.transaction().execute(async (transaction) => {
      const record = await this.lock(transaction, id);
      if (times.publish_at && !ready) this.assertComplete(record, {});
      const before = await timesOf(transaction, place);
      await setTimes(transaction, place, times, actor);
      const after = await timesOf(transaction, place);
      if (after.publish_at && after.unpublish_at && after.unpublish_at <= after.publish_at)
        throw invalid({ unpublish_at: ['It can go off the site only after it is on it.'] });
      const change: AuditChange = { action: 'schedule', kind: this.kind.table, recordId: id, before, after };
      await recordChange(transaction, actor, change);
      return this.find(transaction, id);
    });
  }

  /** @throws {HttpError} 404 */
  async version(id: number, number: number): Promise<WholeVersion> {
    const version = await findVersion(this.context.database, this.#place(id), number);
    if (!version) throw notFound('There is no such version. It may be too old.');
    return version;
  }

  /** Restores a version's fields but not its status. `undo` is the number of the previous version. */
  async restoreVersion(actor: Actor, id: number, number: number) {
    const { fields } = await this.version(id, number);
    const prepared = await this.#prepared({ ...fields, status: null });
    return this.context.changes.write(this.kind.shows, async (transaction) => {
      const before = await this.lock(transaction, id);
      const change: Change = { actor, action: 'restore-version', what: 'restored' };
      const data = await this.change(transaction, change, before, prepared);
      return { data, undo: await versionBefore(transaction, this.#place(id)) };
    });
  }

  #place(id: number): RecordRef {
    return { kind: this.kind.table, id };
  }

  async #asDraft(database: Database, record: Wire, draft: Pick<Draft, 'fields'> | null): Promise<Wire> {
    const { formOf, filled } = this.kind.versioned;
    return draft ? filled(database, { ...formOf(record), ...this.#validFields(draft) }, record) : record;
  }

  /** Earlier releases kept drafts with fields of the wrong type; those are left out. */
  #validFields({ fields }: Pick<Draft, 'fields'>): Fields {
    const { error } = this.kind.versioned.draftForm.safeParse(fields);
    const wrong = error?.issues.map(({ path }) => path[0]) ?? [];
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.includes(name)));
  }

  #fieldsOf(under: Fields, { input, columns }: Prepared<Input>): Fields {
    const { rich, pictured } = this.kind;
    const values: Fields = { ...input, ...(rich && { [rich]: columns[rich] }) };
    const { updated_at: _, ...fields } = { ...under };
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && name !== 'updated_at') fields[name] = value;
    if (!pictured) return fields;
    const { image_key } = columns;
    const image = typeof image_key === 'string' ? media.original(image_key) : (under.image ?? null);
    return { ...fields, image };
  }

  /** Prepares a stored form. @throws {HttpError} 422 if it is invalid under today's rules */
  async #prepared(fields: Fields): Promise<Prepared<Input>> {
    const { image, ...rest } = fields;
    const parsed = this.kind.versioned.storedForm.safeParse(rest);
    if (!parsed.success) throw invalid(messagesByField(parsed.error));
    const { input, columns } = await this.prepare(null, parsed.data);
    return { input, columns: withPicture(columns, image) };
  }

  async #readyDraft(id: number): Promise<ReadyDraft<Input> | null> {
    const { database } = this.context;
    const draft = await findDraft(database, this.#place(id));
    if (!draft) return null;
    const fields = { ...draft.fields, status: 1 };
    this.assertComplete(await this.find(database, id), fields);
    return { updatedAt: draft.updatedAt, prepared: await this.#prepared(fields) };
  }

  /** @throws {DraftChanged} if the draft isn't the prepared one */
  async #publish(transaction: Database, change: Change, before: Wire, ready: ReadyDraft<Input> | null): Promise<void> {
    const place = this.#place(before.id);
    const draft = await findDraft(transaction, place);
    if (draft?.updatedAt !== ready?.updatedAt) throw new DraftChanged();
    if (ready) {
      await this.change(transaction, change, before, ready.prepared);
      await discardDraft(transaction, place);
    } else if (before.status === 0) await this.setStatus(transaction, change, before, 1);
  }

  async #actAtTime(
    transaction: Database,
    actor: Actor,
    id: number,
    action: 'publish' | 'unpublish',
    ready: ReadyDraft<Input> | null,
  ): Promise<void> {
    // A deleted record is skipped; the schedule doesn't survive a restore.
    const before = await this.lock(transaction, id).catch((error) => {
      if (error instanceof HttpError) return null;
      throw error;
    });
    if (!before) return;
    if (action === 'publish') {
      await this.#publish(transaction, { actor, action, what: 'published', scheduled: true }, before, ready);
    } else if (before.status !== 0) {
      await this.setStatus(transaction, { actor, action, what: 'unpublished', scheduled: true }, before, 0);
    }
    await announceChange(transaction, this.kind.shows);
  }
}

function withPicture<C extends { [name: string]: unknown }>(columns: C, address: unknown): C {
  const key = columns.image_key === undefined ? keyOfPicture(address) : null;
  return key === null ? columns : { ...columns, image_key: key };
}
