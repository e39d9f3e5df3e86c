import { Fragment } from 'react';
import type * as z from 'zod/mini';
import { districts } from '#api/districts.ts';
import type { FormOf } from '#api/shapes.ts';
import { Cut, fieldsOf, type RecordKind, statusColumn, wholeImageColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls, pages } from '#paths.ts';
import type { FormValue } from '#ui/form/call-form.tsx';
import { useChoices } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { MoreFields, StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { clientRecordSchema, clientShapes } from './kind.server.ts';
import { emptyOpening, figureRows } from './opening.ts';

type ClientRow = z.infer<typeof clientRecordSchema>;
type Form = FormOf<typeof clientShapes> & { person_image: FormValue | undefined };

const { ContentField, ImageField, OptionField, TextField } = fieldsOf<Form>();

const storyFields = ['story', 'person_image', ...Object.keys(emptyOpening)];

const kind: RecordKind<ClientRow, Form> = {
  path: adminCalls.clients,
  title: 'Client',
  one: 'client',
  empty: {
    title: '',
    kind: '',
    district: '',
    story: '',
    person_image: '',
    ...emptyOpening,
    image: '',
    status: true,
  },
  nameOf: ({ id, title }) => title || (id ? t`client ${id}` : ''),
  onSite: ({ id, story, status }) => (story && status ? pages.clientStory(id) : pages.clients),
};

const columns: Column<ClientRow>[] = [
  wholeImageColumn,
  { head: 'Name', sort: 'title', cell: ({ title }) => <Cut>{title}</Cut> },
  { head: 'Kind', sort: 'kind', cell: ({ kind }) => <Cut>{kind}</Cut> },
  { head: 'District', sort: 'district', cell: ({ district }) => district },
  statusColumn,
];

const districtOptions = optionsOf(districts);

export default function ClientsAdmin() {
  // Clients use the names of the package categories as their kinds.
  const { items } = useChoices<{ id: number; name: string }>(adminCalls.packageCategoriesToChoose, ({ name }) => name);
  const kinds = items.map(({ name }) => name);
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <>
          <FormColumns side={<StatusSwitch />}>
            <ImageField
              name="image"
              label="Image"
              required
              existing={editing?.record.image}
              hint="The logo of the institution, drawn for a light ground."
            />
            <TextField name="title" label="Name" hint="Read out in place of the logo, and told below it." />
          </FormColumns>
          <MoreFields names={['kind', 'district', ...storyFields]}>
            <OptionField
              name="kind"
              label="Kind"
              span={6}
              options={optionsOf([...new Set([...kinds, ...(editing?.record.kind ? [editing.record.kind] : [])])])}
              hint="As the categories of packages. Visitors look for institutions like theirs."
            />
            <OptionField name="district" label="District" span={6} options={districtOptions} />
            <ContentField name="story" label="Story" />
            <ImageField name="person_image" label="Picture of the person" existing={null} />
            <TextField
              name="person_name"
              label="Name of the person"
              span={6}
              hint="Who tells the story. Its page opens with this person and the figures."
            />
            <TextField name="person_role" label="Role of the person" span={6} />
            {figureRows.map((row) => (
              <Fragment key={row}>
                <TextField name={`measure_${row}`} label={t`Figure ${row}: what`} span={6} />
                <TextField name={`before_${row}`} label={t`Figure ${row}: before`} span={3} />
                <TextField name={`after_${row}`} label={t`Figure ${row}: after`} span={3} />
              </Fragment>
            ))}
          </MoreFields>
        </>
      )}
    />
  );
}

function optionsOf(names: readonly string[]) {
  return [{ value: '', name: 'None' }, ...names.map((name) => ({ value: name, name }))];
}
