import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SmsText } from '#integrations/sms-text.tsx';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import type { Lead } from '../../lead/schema.ts';
import { phoneInWords } from '../../lead/strings.ts';

export function useSmsActive(): boolean {
  const { data } = useQuery({
    queryKey: [leadCalls.smsState],
    queryFn: ({ signal }) => api.get<{ data: { active: boolean } }>(leadCalls.smsState, { signal }),
    staleTime: 5 * 60_000,
  });
  return data?.data.active === true;
}

interface SmsProps {
  lead: Lead;
  initialText: string;
  onSent: () => Promise<void>;
  onClose: () => void;
}

export function SmsDialog({ lead, initialText: begun, onSent, onClose }: SmsProps) {
  const [text, setText] = useState(begun);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const path = leadCalls.sms.replace(':id', String(lead.id));
      const { message } = await api.post<Written<object>>(path, { text });
      notifyDone(message);
      onClose();
      await onSent();
    } catch (failure) {
      const fields = failure instanceof CallError ? failure.fields : {};
      setError(fields.text?.[0] ?? messageOf(failure));
    }
    setBusy(false);
  }

  return (
    <Modal title={`SMS to ${phoneInWords(lead.number)}`} onClose={onClose}>
      <form
        aria-label="SMS"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <SmsText id="sms-text" label="Text" value={text} error={error} onChange={setText} />
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-primary" aria-busy={busy}>
            {busy && <Spinner />}
            Send
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
