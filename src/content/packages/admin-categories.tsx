import { ArrowDown, ArrowUp, Check, type LucideIcon, Pencil, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RecordOf } from '#api/shapes.ts';
import { useDeletion } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { api, type ListPage, useAnswer, useReload, type Written } from '#ui/admin/calls/api.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { announce, notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { CallForm, type FormValues, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { Failed } from '#ui/table/table.tsx';
import './admin.css';
import type { packageCategoryShapes } from './kind.server.ts';

type CategoryRow = RecordOf<typeof packageCategoryShapes>;

const path = adminCalls.packageCategories;

export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const reload = useReload();
  const { data, isError, refetch } = useAnswer<ListPage<CategoryRow>>(`${path}?per_page=100`);
  const [renaming, setRenaming] = useState<number | null>(null);
  const { remove } = useDeletion(kind, () => undefined);
  const rows = data?.data ?? [];

  async function save(texts: FormValues, row: CategoryRow | null) {
    const { status = 1, updated_at } = row ?? {};
    const { message } = row
      ? await api.put<Written<CategoryRow>>(`${path}/${row.id}`, { ...texts, status, updated_at })
      : await api.post<Written<CategoryRow>>(path, { ...texts, status });
    setRenaming(null);
    notifyDone(message, row?.status === 0 ? undefined : pages.packages);
    await reload();
  }

  async function move(index: number, by: 1 | -1) {
    const row = rows[index];
    if (!row) return;
    try {
      await api.put(`${path}/order`, { id: row.id, before: rows[by === 1 ? index + 2 : index - 1]?.id ?? null });
      announce(`${row.name} moved to place ${index + 1 + by} of ${rows.length}.`);
    } catch (error) {
      notifyError(error);
    }
    await reload();
  }

  return (
    <Modal title="Package categories" onClose={onClose}>
      <CategoryForm texts={empty} idle="Add" busy="Adding" label="New category" onSave={(texts) => save(texts, null)} />
      {isError && <Failed onRetry={refetch} />}
      <ul className="card-rows">
        {rows.map((row, index) =>
          renaming === row.id ? (
            <li key={row.id}>
              <CategoryForm
                texts={row}
                idle={<Check aria-label="Save" />}
                busy=""
                label={`Rename ${row.name}`}
                onSave={(texts) => save(texts, row)}
              />
              <RowAction label="Keep it as it was" Icon={X} act={() => setRenaming(null)} />
            </li>
          ) : (
            <li key={row.id}>
              <span>{row.name}</span>
              <RowAction
                label={`Move up: ${row.name}`}
                Icon={ArrowUp}
                look="view"
                isDisabled={index === 0}
                act={() => move(index, -1)}
              />
              <RowAction
                label={`Move down: ${row.name}`}
                Icon={ArrowDown}
                look="view"
                isDisabled={index === rows.length - 1}
                act={() => move(index, 1)}
              />
              <RowAction label={`Delete: ${row.name}`} Icon={Trash2} look="delete" act={() => remove(row)} />
              <RowAction label={`Edit: ${row.name}`} Icon={Pencil} act={() => setRenaming(row.id)} />
            </li>
          ),
        )}
      </ul>
    </Modal>
  );
}

interface RowActionProps {
  label: string;
  Icon: LucideIcon;
  look?: 'view' | 'delete';
  isDisabled?: boolean;
  act: () => unknown;
}

function RowAction({ label, Icon, look, isDisabled, act }: RowActionProps) {
  return (
    <button
      type="button"
      className={look ? `row-action row-action-${look}` : 'row-action'}
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || act()}
    >
      <Icon />
    </button>
  );
}

interface CategoryFormProps {
  texts: Pick<CategoryRow, 'name' | 'note' | 'sms_price'>;
  label: string;
  idle: ReactNode;
  busy: string;
  onSave: (texts: FormValues) => Promise<void>;
}

function CategoryForm({ texts: { name, note, sms_price }, label, idle, busy, onSave }: CategoryFormProps) {
  const values = { name, note, sms_price };
  const { form, submit } = useCallForm({
    values,
    send: async (texts) => {
      await onSave(texts);
      form.reset(values);
    },
  });
  return (
    <CallForm className="category-form" {...{ form, submit }}>
      <TextField name="name" label={label} />
      <TextArea
        name="note"
        label="What comes on top"
        hint="SMS, machines: one in each line. They stand once, beneath all prices."
      />
      <TextField
        name="sms_price"
        label="Price of an SMS, in taka"
        hint="Empty where the calculator does not count it."
      />
      <SubmitButton idle={idle} busy={busy} />
    </CallForm>
  );
}

const empty = { name: '', note: '', sms_price: '' };

const kind = {
  path,
  title: 'Package category',
  one: 'package category',
  empty: {},
  nameOf: ({ name }: CategoryRow) => name,
  onSite: () => pages.packages,
};
