import { type Actor, recordChange } from '../audit.server.ts';
import type { Database } from '../database/open.server.ts';
import { notFound } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';
import { readImageField } from '../pictures/data-url.server.ts';
import { notePictures } from '../pictures/pictures-in-texts.server.ts';
import { cleanRichText } from '../rich-text/rich-text.server.ts';
import { type Creation, createOnce, noteCreation } from './create-once.server.ts';
import type { FormInput, ListKind, RecordOnWire } from './list-kind.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { holdRecord, insertRecord, type RowBefore, setDeleted, updateRecord } from './records.server.ts';

export const noSuchRecord = 'There is no such record. It may have been deleted.';

/** An edit that began before somebody else's; carries the record as it is now. */
export class StaleEdit<Wire> {
  readonly record: Wire;

  constructor(record: Wire) {
    this.record = record;
  }
}

/** The writes of one kind: each in one transaction with its line in the audit, and then on every page that shows it. */
export class ListWrites<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire> {
  readonly #foundations: Foundations;
  readonly #kind: ListKind<Table, Input, Wire>;

  constructor(foundations: Foundations, kind: ListKind<Table, Input, Wire>) {
    this.#foundations = foundations;
    this.#kind = kind;
  }

  /** With a creation, the same request again answers the record that it made the first time. */
  async create(actor: Actor, input: Input, creation: Creation | null = null): Promise<Wire> {
    const { database } = this.#foundations;
    const made = await createOnce(database, creation, () => this.#create(actor, input, creation));
    return 'madeBefore' in made ? this.find(database, made.madeBefore) : made;
  }

  async #create(actor: Actor, input: Input, creation: Creation | null): Promise<Wire> {
    const { table, check, shows } = this.#kind;
    const columns = { ...this.#kind.columns(input), ...(await this.#stored(input, null)) };
    return this.#foundations.changes.write(shows, async (transaction) => {
      await check?.(transaction, input);
      const id = await insertRecord(transaction, table, columns);
      await this.#writeParts(transaction, id, input, columns);
      if (creation) await noteCreation(transaction, creation, id);
      return this.#written(transaction, actor, 'create', id, null);
    });
  }

  /** @throws {Refusal} 404 */
  async update(actor: Actor, id: number, input: Input): Promise<Wire | StaleEdit<Wire>> {
    const { table, check, shows } = this.#kind;
    const now = await this.find(this.#foundations.database, id);
    const columns = { ...this.#kind.columns(input), ...(await this.#stored(input, now.image ?? null)) };
    return this.#foundations.changes.write(shows, async (transaction) => {
      const row = await this.#hold(transaction, id, 'live');
      const before = await this.find(transaction, id);
      if (input.updatedAt && input.updatedAt !== row.updated_at) return new StaleEdit(before);
      await check?.(transaction, input);
      await updateRecord(transaction, table, row, columns);
      await this.#writeParts(transaction, id, input, columns);
      return this.#written(transaction, actor, 'update', id, before);
    });
  }

  /** Into the trash. @throws {Refusal} 404, or 409 where it is in use */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.#foundations.changes.write(this.#kind.shows, async (transaction) => {
      const row = await this.#hold(transaction, id, 'live');
      const before = await this.find(transaction, id);
      await this.#kind.checkUnused?.(transaction, id);
      await setDeleted(transaction, this.#kind.table, row, new Date().toISOString());
      await this.#kind.derive?.(transaction, id);
      await recordChange(transaction, actor, {
        action: 'delete',
        kind: this.#kind.table,
        recordId: id,
        before,
        after: null,
      });
    });
  }

  /** Out of the trash. @throws {Refusal} 404 for what is not in it */
  async restore(actor: Actor, id: number): Promise<Wire> {
    return this.#foundations.changes.write(this.#kind.shows, async (transaction) => {
      const row = await this.#hold(transaction, id, 'deleted');
      await this.#kind.checkRestorable?.(transaction, id);
      await setDeleted(transaction, this.#kind.table, row, null);
      return this.#written(transaction, actor, 'restore', id, null);
    });
  }

  /** @throws {Refusal} 404 */
  async find(database: Database, id: number): Promise<Wire> {
    const [record] = await this.#kind.read(database, [id]);
    if (!record) throw notFound(noSuchRecord);
    return record;
  }

  async #writeParts(
    transaction: Database,
    id: number,
    input: Input,
    { content }: { content?: unknown },
  ): Promise<void> {
    const { table, writeParts } = this.#kind;
    if (typeof content === 'string') await notePictures(transaction, table, id, content);
    await writeParts?.(transaction, id, input);
  }

  async #hold(transaction: Database, id: number, state: 'live' | 'deleted'): Promise<RowBefore> {
    const row = await holdRecord(transaction, this.#kind.table, id);
    if (!row || (row.deleted_at === null) !== (state === 'live')) throw notFound(noSuchRecord);
    return row;
  }

  async #written(transaction: Database, actor: Actor, action: string, id: number, before: Wire | null): Promise<Wire> {
    await this.#kind.derive?.(transaction, id);
    const after = await this.find(transaction, id);
    await recordChange(transaction, actor, { action, kind: this.#kind.table, recordId: id, before, after });
    return after;
  }

  /** Decodes pictures and cleans rich text before the transaction: neither may hold up other writes. */
  async #stored(input: Input, ownUrl: string | null): Promise<Record<string, unknown>> {
    const { pictures } = this.#foundations;
    const columns: Record<string, unknown> = {};
    if (input.status !== undefined) columns.status = input.status;
    const image = readImageField(input.image, ownUrl);
    if (image !== 'keep') columns.image_key = (await pictures.add(image)).key;
    if (input.content !== undefined) columns.content = await cleanRichText(pictures, input.content);
    return columns;
  }
}
