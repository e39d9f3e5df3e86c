import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ageInWords } from '#ui/admin/dates.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { Failed } from '#ui/admin/list/body-rows.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import type { Feed } from '../../lead/schema.ts';

/** The own next steps in the calendar of a phone or a mail program, by a secret address that can be renewed. */
export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: [calls.accountCalendar],
    queryFn: async ({ signal }) => (await api.get<{ data: Feed }>(calls.accountCalendar, { signal })).data,
  });

  async function renew(): Promise<void> {
    try {
      const made = await api.post<Written<{ url: string }>>(calls.accountCalendar, {});
      setUrl(made.data.url);
      await queries.invalidateQueries({ queryKey: [calls.accountCalendar] });
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  async function remove(): Promise<void> {
    try {
      const { message } = await api.delete<Written<Feed>>(calls.accountCalendar);
      notifyDone(message);
      setUrl(null);
      await queries.invalidateQueries({ queryKey: [calls.accountCalendar] });
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  return (
    <Modal title="Subscribe to your next steps" onClose={onClose}>
      <p className="note">
        The next steps of your own leads, in Google Calendar, Outlook or the calendar of your phone. Whoever has the
        address can read them with names and numbers, so keep it to yourself; a new one makes the old one useless.
      </p>
      {isError && <Failed what="address" onRetry={() => void refetch()} />}
      {url && <Address url={url} />}
      {data?.created_at && !url && (
        <p>
          You have an address since {ageInWords(data.created_at)}
          {data.read_at ? `; it was read ${ageInWords(data.read_at)}.` : '; nobody has read it yet.'}
        </p>
      )}
      {data && (
        <DialogButtons onCancel={onClose}>
          {data.created_at && (
            <button type="button" className="button button-quiet" onClick={() => void remove()}>
              Remove the address
            </button>
          )}
          <button type="button" className="button button-primary" onClick={() => void renew()}>
            {data.created_at ? 'Make a new address' : 'Make an address'}
          </button>
        </DialogButtons>
      )}
    </Modal>
  );
}

function Address({ url }: { url: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      notifyDone('The address is copied');
    } catch {
      // Without the right to the clipboard it stays selected, to be copied by hand.
    }
  }

  return (
    <div className="notice notice-good" role="status">
      <label htmlFor={id}>It is shown only now. Add it as a calendar “from a URL”.</label>
      <div className="feed-address">
        <input
          id={id}
          ref={field}
          className="control"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button button-quiet" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </button>
      </div>
    </div>
  );
}
