import { FormProvider } from 'react-hook-form';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import type { Row, Written } from '#ui/admin/calls/pages.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { fieldTime, toTimestamp } from './dhaka-time.ts';

interface ScheduleDialogProps {
  path: string;
  record: Row;
  /** Without the time of publishing. */
  isEnd: boolean;
  onSaved: () => Promise<void>;
  onClose: () => void;
  /** The record lacks what it needs to be published. */
  onIncomplete: (error: CallError) => void;
}

/** The publish and unpublish dates of a record. An empty field sets none. */
export default function ScheduleDialog({ path, record, isEnd, onSaved, onClose, onIncomplete }: ScheduleDialogProps) {
  const { pending } = record;
  const { form, submit } = useCallForm({
    values: {
      publish_at: fieldTime(pending?.publish_at ?? null),
      unpublish_at: fieldTime(pending?.unpublish_at ?? null),
    },
    send: async ({ publish_at, unpublish_at }) => {
      const times = { publish_at: toTimestamp(String(publish_at)), unpublish_at: toTimestamp(String(unpublish_at)) };
      try {
        const { message } = await api.put<Written<Row>>(versionPaths.schedule(path, record.id), times);
        notifyDone(message);
        await onSaved();
        onClose();
      } catch (error) {
        if (!isOfRecord(error)) throw error;
        onClose();
        // After the dialog has returned the focus.
        setTimeout(onIncomplete, 50, error);
      }
    },
    onFailure: notifyError,
  });
  return (
    <Modal title={isEnd ? 'Unpublish at a time' : 'Publish at a time'} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            // React events bubble through portals, so the record's form would be submitted too.
            event.stopPropagation();
            submit(event);
          }}
        >
          <div className="form-grid">
            {!isEnd && (
              <TextField
                name="publish_at"
                label="Publish at"
                type="datetime-local"
                hint="Dhaka time. The draft replaces what visitors see then."
              />
            )}
            <TextField name="unpublish_at" label="Unpublish at" type="datetime-local" hint="Empty: it stays." />
          </div>
          <DialogButtons onCancel={onClose}>
            <SubmitButton idle="Schedule" busy="Scheduling" />
          </DialogButtons>
        </form>
      </FormProvider>
    </Modal>
  );
}

/** The server refuses the record's own fields, not the times. */
function isOfRecord(error: unknown): error is CallError {
  return (
    error instanceof CallError &&
    error.status === 422 &&
    !('publish_at' in error.fields || 'unpublish_at' in error.fields)
  );
}
