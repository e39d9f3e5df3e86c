import { adminCalls, pages } from '#paths.ts';
import { Cut } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf, RecordOf } from '#wire/shapes.ts';
import type { faqShapes } from './schema.ts';

type FaqRow = RecordOf<typeof faqShapes>;
type Form = FormOf<typeof faqShapes>;

const { ContentField, TextField } = fieldsOf<Form>();

const kind: RecordKind<FaqRow, Form> = {
  path: adminCalls.faq,
  name: 'FAQ',
  one: 'question',
  empty: { question: '', answer: '', status: true },
  nameOf: ({ question }) => question,
  onSite: ({ id, status }) => (status ? pages.faqAnswer(id) : pages.faq),
};

const columns: Column<FaqRow>[] = [
  { head: 'Question', sort: 'question', cell: ({ question }) => <Cut strong>{question}</Cut> },
  statusColumn,
];

export default function FaqAdmin() {
  return (
    <ListScreen
      title="FAQ"
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <>
          <FormColumns side={<StatusSwitch />}>
            <TextField name="question" label="Question" required hint="As a head of a school would ask it." />
          </FormColumns>
          <ContentField name="answer" label="Answer" required />
        </>
      )}
    />
  );
}
