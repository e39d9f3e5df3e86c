import type { FormOf, RecordOf } from '#api/shapes.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { faqShapes } from './kind.server.ts';

type FaqRow = RecordOf<typeof faqShapes>;
type Form = FormOf<typeof faqShapes>;

const { ContentField, TextField } = fieldsOf<Form>();

const kind: RecordKind<FaqRow, Form> = {
  path: adminCalls.faq,
  title: 'FAQ',
  one: 'question',
  empty: { question: '', answer: '', status: true },
  nameOf: ({ question }) => question,
  onSite: ({ id, status }) => (status ? pages.faqAnswer(id) : pages.faq),
};

const columns: Column<FaqRow>[] = [nameColumn('Question', 'question'), statusColumn];

export default function FaqAdmin() {
  return (
    <ListScreen
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
