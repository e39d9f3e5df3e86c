import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { answerAt, api, CallError, messageOf, useReload } from '#ui/admin/calls/api.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { Retention } from '../../lead/schema.ts';
import { eraseWord } from '../../lead/strings.ts';
import { ConfirmWord } from './parts.tsx';

const kinds = [
  ['won', t('Won')],
  ['lost', t('Lost')],
  ['spam', t('Spam')],
] as const;

export default function RetentionDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery({ ...answerAt<{ data: Retention }>(leadCalls.retention), gcTime: 0 });
  return (
    <Modal title="Retention" onClose={onClose}>
      <p className="note">
        Leads are erased for good so many months after they came to their last stage; only a count stays. Leave a field
        empty to keep them. Stricter rules begin after seven days, and all owners are mailed.
      </p>
      {isError && <Failed what="setting" onRetry={refetch} />}
      {data && <RetentionForm rules={data.data} onClose={onClose} />}
    </Modal>
  );
}

function RetentionForm({ rules, onClose }: { rules: Retention; onClose: () => void }) {
  const reload = useReload();
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(kinds.map(([kind]) => [kind, String(rules[kind] ?? '')])),
  );
  const [wouldErase, setWouldErase] = useState('');
  const [typed, setTyped] = useState('');

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const months = Object.fromEntries(kinds.map(([kind]) => [kind, texts[kind] ? Number(texts[kind]) : null]));
    try {
      const { message } = await api.put(leadCalls.retention, { ...months, confirm: typed.trim() });
      notifyDone(message);
      await reload(leadCalls.retention);
      onClose();
    } catch (error) {
      const [question] = (error instanceof CallError && error.fields.confirm) || [];
      if (question && !typed) setWouldErase(question);
      else notifyFailed(question ?? messageOf(error));
    }
  }

  return (
    <form className="retention-form" onSubmit={save}>
      {rules.applies_from && (
        <div className="notice notice-draft">
          <p>These rules begin on {formatDay(rules.applies_from.slice(0, 10))}. Until then you can change them.</p>
        </div>
      )}
      <div className="retention-fields">
        {kinds.map(([kind, name]) => (
          <label className="field" key={kind}>
            <span className="label">{name}, months</span>
            <input
              className="control"
              type="number"
              inputMode="numeric"
              min={1}
              max={120}
              value={texts[kind]}
              onChange={(event) => {
                setTexts({ ...texts, [kind]: event.target.value });
                setWouldErase('');
                setTyped('');
              }}
            />
          </label>
        ))}
      </div>
      {wouldErase && (
        <>
          <div className="notice notice-bad" role="alert">
            <p>{wouldErase}</p>
          </div>
          <ConfirmWord typed={typed} onType={setTyped} />
        </>
      )}
      <DialogButtons onCancel={onClose}>
        <button
          type="submit"
          className={`button ${wouldErase ? 'button-danger' : 'button-primary'}`}
          disabled={wouldErase !== '' && typed.trim() !== eraseWord}
        >
          Save
        </button>
      </DialogButtons>
    </form>
  );
}
