import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Check, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { RecordOf } from '#api/shapes.ts';
import { useDeletion } from '#cms/collections/list/use-deletion.ts';
import { adminCalls, pages } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { ListPage, Written } from '#ui/admin/calls/pages.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import { CategoryForm, type CategoryTexts } from './admin-category-form.tsx';
import type { packageCategoryShapes } from './schema.ts';

type CategoryRow = RecordOf<typeof packageCategoryShapes>;

const path = adminCalls.packageCategories;

export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [path, 'all'],
    queryFn: ({ signal }) => api.get<ListPage<CategoryRow>>(`${path}?per_page=100`, { signal }),
  });
  const [renaming, setRenaming] = useState<number | null>(null);
  const { remove } = useDeletion(kind, () => undefined);
  const rows = data?.data ?? [];

  async function save(texts: CategoryTexts, row: CategoryRow | null): Promise<void> {
    const { message } = row
      ? await api.put<Written<CategoryRow>>(`${path}/${row.id}`, {
          ...texts,
          status: row.status,
          updated_at: row.updated_at,
        })
      : await api.post<Written<CategoryRow>>(path, { ...texts, status: 1 });
    setRenaming(null);
    notifyDone(message, row?.status === 0 ? undefined : pages.packages);
    await queries.invalidateQueries();
  }

  async function move(index: number, by: 1 | -1): Promise<void> {
    const row = rows[index];
    if (!row) return;
    try {
      await api.put(`${path}/order`, { id: row.id, before: rows[by === 1 ? index + 2 : index - 1]?.id ?? null });
      announce(`${row.name} moved to place ${index + 1 + by} of ${rows.length}.`);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    await queries.invalidateQueries();
  }

  return (
    <Modal title="Package categories" onClose={onClose}>
      <CategoryForm
        key="new"
        texts={empty}
        submit="Add"
        busy="Adding"
        label="New category"
        onSave={(texts) => save(texts, null)}
      />
      {isError && <Failed onRetry={() => void refetch()} />}
      <ul className="card-rows">
        {rows.map((row, index) =>
          renaming === row.id ? (
            <li key={row.id}>
              <CategoryForm
                texts={row}
                submit={<Check aria-label="Save" />}
                busy=""
                label={`Rename ${row.name}`}
                onSave={(texts) => save(texts, row)}
              />
              <button
                type="button"
                className="row-action"
                aria-label="Keep it as it was"
                onClick={() => setRenaming(null)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ) : (
            <li key={row.id}>
              <span>{row.name}</span>
              <button
                type="button"
                className="row-action row-action-view"
                aria-label={`Move up: ${row.name}`}
                aria-disabled={index === 0}
                onClick={() => index > 0 && move(index, -1)}
              >
                <ArrowUp aria-hidden="true" />
              </button>
              <button
                type="button"
                className="row-action row-action-view"
                aria-label={`Move down: ${row.name}`}
                aria-disabled={index === rows.length - 1}
                onClick={() => index < rows.length - 1 && move(index, 1)}
              >
                <ArrowDown aria-hidden="true" />
              </button>
              <button
                type="button"
                className="row-action row-action-delete"
                aria-label={`Delete: ${row.name}`}
                onClick={() => remove(row)}
              >
                <Trash2 aria-hidden="true" />
              </button>
              <button
                type="button"
                className="row-action"
                aria-label={`Edit: ${row.name}`}
                onClick={() => setRenaming(row.id)}
              >
                <Pencil aria-hidden="true" />
              </button>
            </li>
          ),
        )}
      </ul>
    </Modal>
  );
}

const empty: CategoryTexts = { name: '', note: '', sms_price: '' };

const kind = {
  path,
  name: 'Package category',
  one: 'package category',
  empty: {},
  nameOf: ({ name }: CategoryRow) => name,
  onSite: () => pages.packages,
};
