import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { historyOf } from '#paths.ts';
import { postToSite, type Row } from '#ui/admin/calls/api.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import { ErrorSummary, SubmitButton } from '#ui/form/call-form.tsx';
import { DraftOffer, DraftSavedAt } from '#ui/form/drafts/device-draft.tsx';
import { UnsavedMark } from '#ui/form/form-card.tsx';
import { HistoryButton } from '../../audit/history-button.tsx';
import { publicationOf, StateLine } from '../../versions/pending.tsx';
import { type RecordFormOptions, type RecordFormState, useRecordForm } from './use-record-form.ts';
import { LazyPreview, PreviewButton, VersionTools } from './version-tools.tsx';

interface RecordFormProps<R extends Row> extends Omit<RecordFormOptions<R>, 'element'> {
  onDirty: (dirty: boolean) => void;
  children: ReactNode;
}

export function RecordForm<R extends Row>(props: RecordFormProps<R>) {
  const { kind, editing, onEdit, onDirty, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const record = useRecordForm({ ...props, element });
  const { form, dirty, others, submit, offer } = record;
  const [previewing, setPreviewing] = useState(false);
  const edited = editing?.record ?? null;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const fold = useFold(props, dirty || offer !== null);

  async function cancel() {
    if (dirty && !(await askToLeave(kind.one))) return;
    record.forget();
    form.reset(kind.empty);
    onEdit(null);
    postToSite('closed');
    setTimeout(restoreFocus, 50, null);
  }

  return (
    <FormProvider {...form}>
      {/* biome-ignore lint/a11y/useValidAnchor: as the link to the content, it moves the focus too */}
      <a
        href="#list"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('.table-scroll')?.focus();
        }}
      >
        Skip to the list
      </a>
      <div className="with-preview">
        <form
          className="card form-card"
          data-editing={editing ? true : undefined}
          data-draft={publicationOf(edited).hasDraft}
          data-folded={fold.isFolded ? true : undefined}
          aria-labelledby="form-title"
          ref={element}
          noValidate
          onSubmit={submit}
        >
          <FormHead kind={kind} editing={editing} {...fold}>
            {kind.versioned && <PreviewButton pressed={previewing} onPress={() => setPreviewing(!previewing)} />}
          </FormHead>
          <div className="card-body">
            {offer && <DraftOffer {...offer} />}
            <ErrorSummary others={others} />
            <DraftSavedAt value={record.savedAt}>
              <div className="form-layout">{children}</div>
            </DraftSavedAt>
          </div>
          <FormFoot {...{ kind, editing, record }} onCancel={cancel} />
        </form>
        {previewing && <LazyPreview path={kind.path} id={edited?.id ?? null} dirty={dirty} />}
      </div>
    </FormProvider>
  );
}

interface FormFootProps<R extends Row> extends Pick<RecordFormProps<R>, 'kind' | 'editing'> {
  record: RecordFormState<R>;
  onCancel: () => void;
}

function FormFoot<R extends Row>({ kind, editing, record, onCancel }: FormFootProps<R>) {
  const { dirty } = record;
  const edited = editing?.record ?? null;
  const { verb } = publicationOf(edited);
  return (
    <div className="card-foot">
      {!kind.versioned && (editing || dirty) && (
        <button type="button" className="button button-text" onClick={onCancel}>
          {editing ? 'Cancel' : 'Clear'}
        </button>
      )}
      {kind.versioned && (
        <VersionTools kind={kind} record={edited} content={record} {...((editing || dirty) && { onCancel })} />
      )}
      <SubmitButton idle={verb ?? (editing ? 'Update' : 'Add')} busy={editing ? 'Updating' : 'Adding'} />
    </div>
  );
}

/** On a phone the form is folded until it is touched or needed, so that the list is seen; see `card.css`. */
function useFold<R extends Row>({ kind, editing }: RecordFormProps<R>, isNeeded: boolean) {
  const [isFolded, setFolded] = useState(true);
  // The record of a singleton opens with the screen, not by touch.
  const opensItself = useRef(kind.single === true);
  useLayoutEffect(() => {
    // The dashboard leads to a form to write in.
    setFolded(editing ? opensItself.current : location.hash !== '#write');
    if (editing) opensItself.current = false;
  }, [editing]);
  useLayoutEffect(() => {
    if (isNeeded) setFolded(false);
  }, [isNeeded]);
  return { isFolded, onToggle: () => setFolded(!isFolded) };
}

interface FormHeadProps<R extends Row> extends Pick<RecordFormProps<R>, 'kind' | 'editing' | 'children'> {
  isFolded: boolean;
  onToggle: () => void;
}

function FormHead<R extends Row>({ kind, editing, isFolded, onToggle, children }: FormHeadProps<R>) {
  return (
    <div className="card-head">
      <h2 id="form-title">{editing ? `Update ${kind.title}` : `Add ${kind.title}`}</h2>
      <button
        type="button"
        className="icon-button fold-button"
        aria-label="Form"
        aria-expanded={!isFolded}
        onClick={onToggle}
      >
        <ChevronDown />
      </button>
      {editing && (
        <span className="note">{editing.number ? `Editing row ${editing.number}` : kind.nameOf(editing.record)}</span>
      )}
      {kind.versioned && editing && <StateLine record={editing.record} />}
      <span className="card-tools">
        <UnsavedMark />
        {children}
        {editing && <HistoryButton call={historyOf(kind.path, editing.record.id)} name={kind.nameOf(editing.record)} />}
      </span>
    </div>
  );
}
