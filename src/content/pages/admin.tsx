import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useController } from 'react-hook-form';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { Field, type FieldProps, useField } from '#ui/form/call-form.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import { type BlockName, blockNames, blocksIn, pathOfPage } from './addresses.ts';
import './admin.css';
import type { pageRecordSchema, pageShapes } from './kind.server.ts';

type PageRow = z.infer<typeof pageRecordSchema>;
type Form = FormOf<typeof pageShapes>;

const { TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<PageRow, Form> = {
  path: adminCalls.pages,
  title: 'Page',
  one: 'page',
  empty: { address: '', title: '', description: '', content: '', blocks: '', status: true },
  versioned: true,
  nameOf: ({ title }) => title,
  onSite: ({ address }) => pathOfPage(address),
};

const columns: Column<PageRow>[] = [
  nameColumn('Title', 'title'),
  { head: 'Address', sort: 'address', cell: ({ address }) => <bdi lang="bn">/{address}</bdi> },
  statusColumn,
];

const namesOfBlocks: Record<BlockName, string> = t({
  scene: 'A morning in the courtyard',
  about: 'About',
  statistics: 'Figures',
  features: 'Features',
  packages: 'Prices',
  clients: 'Clients',
  testimonials: 'Testimonials',
  videos: 'Films',
  news: 'News',
  downloads: 'Downloads',
  faq: 'Questions',
  demo: 'Demo form',
});

export default function PagesAdmin() {
  return (
    <ListScreen
      title="Pages"
      kind={kind}
      columns={columns}
      fields={() => (
        <>
          <FormColumns>
            <TextField name="title" label="Title" required span={6} />
            <TextField name="address" label="Address" required span={6} hint="Such as for/madrasa." />
            <TextArea
              name="description"
              label="Description"
              hint="A sentence below the title, and in search engines."
            />
          </FormColumns>
          <ContentField />
          <BlocksField
            name="blocks"
            label="Below the text"
            hint="Drawn from the records of the site; empty ones are left out."
          />
        </>
      )}
    />
  );
}

function BlocksField({ name, ...frame }: FieldProps) {
  const { id, error, aria, control } = useField(name, Boolean(frame.hint));
  const { field } = useController({ name, control });
  const blocks = blocksIn(String(field.value ?? ''));
  const set = (next: BlockName[]) => field.onChange(next.join(' '));
  const swap = (at: number) =>
    set(blocks.map((block, place) => (place === at ? blocks[at + 1] : place === at + 1 ? blocks[at] : null) ?? block));
  return (
    <Field {...frame} {...{ id, error }}>
      <ol className="page-blocks">
        {blocks.map((block, at) => {
          const label = namesOfBlocks[block];
          return (
            <li key={block} className="row">
              <span>{label}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t`Move up: ${label}`}
                disabled={at === 0}
                onClick={() => swap(at - 1)}
              >
                <ArrowUp />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t`Move down: ${label}`}
                disabled={at === blocks.length - 1}
                onClick={() => swap(at)}
              >
                <ArrowDown />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t`Remove: ${label}`}
                onClick={() => set(blocks.filter((other) => other !== block))}
              >
                <X />
              </button>
            </li>
          );
        })}
      </ol>
      <select
        className="control"
        {...aria}
        ref={field.ref}
        onBlur={field.onBlur}
        value=""
        onChange={({ target }) => set([...blocks, target.value as BlockName])}
      >
        <option value="">{t('Add a block …')}</option>
        {blockNames.map(
          (block) =>
            !blocks.includes(block) && (
              <option key={block} value={block}>
                {namesOfBlocks[block]}
              </option>
            ),
        )}
      </select>
    </Field>
  );
}
