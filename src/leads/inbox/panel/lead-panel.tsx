import { useQuery } from '@tanstack/react-query';
import { Eraser, FileDown, MoreHorizontal, Send, ShieldAlert, ShieldCheck, Trash2, Undo2 } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { leadCalls, withId } from '#paths.ts';
import { api, CallError, useReload } from '#ui/admin/calls/api.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { dayAhead } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { DialogButtons, Modal, Panel } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { announce, notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { WholeLead } from '../../lead/schema.ts';
import { contactOf, eraseWord } from '../../lead/strings.ts';
import { ConfirmWord, StageBadge } from '../screen/parts.tsx';
import { focusLead, type Sequence } from '../screen/use-lead-keys.ts';
import { useWork, wholeLead } from '../screen/use-leads.tsx';
import { ContactActions, Steps } from './contact-actions.tsx';
import { Details, DuplicatesOf, ErasureDate, MailFailure, Value } from './details.tsx';
import { CallOutcomeForm, WorkSteps } from './steps.tsx';
import { NoteForm, Timeline } from './timeline.tsx';

interface LeadPanelProps {
  id: number;
  sequence: Sequence;
  onReady: () => void;
  onClose: () => void;
}

export default function LeadPanel({ id, sequence, onReady, onClose }: LeadPanelProps) {
  const { data: lead, error, refetch } = useQuery(wholeLead(id));
  const panel = useRef<HTMLDivElement>(null);
  useAnnounceLead(id, lead);

  return (
    <Panel
      ref={panel}
      className="lead-panel"
      title={lead?.institute_name ?? 'Lead'}
      named
      under={
        lead && (
          <p className="lead-panel-who flow">
            {contactOf(lead) && <span lang="bn">{lead.name}</span>}
            <StageBadge stage={lead.status} />
            {lead.spam && <span className="badge badge-inactive">Spam</span>}
          </p>
        )
      }
      tools={<Writers>{lead && <LeadMenu key={id} lead={lead} onGone={onClose} />}</Writers>}
      onClose={onClose}
      // Escape cancels an open note editor first.
      onEscapeKeyDown={(event) => document.activeElement?.closest('.note-editor') && event.preventDefault()}
      // Focus the panel instead of its close button, so that it is read from its start.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        panel.current?.focus();
      }}
      // Focus the lead that was shown last, which may not be the one that was opened.
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        if (document.activeElement === document.body) focusLead([id, ...sequence.nearest]);
      }}
    >
      <div className="panel-body" key={id}>
        {lead ? (
          <LeadBody lead={lead} onReady={onReady} />
        ) : error ? (
          <NotThere error={error} onRetry={refetch} />
        ) : (
          <div className="page-spinner" role="status">
            <Spinner large />
            <span className="sr-only">Loading</span>
          </div>
        )}
      </div>
      <footer className="lead-reach-bar">
        {lead && (
          <ContactActions
            lead={lead}
            onCall={() => panel.current?.querySelector<HTMLElement>('.call-outcome button')?.focus()}
          />
        )}
        <Steps sequence={sequence} />
      </footer>
    </Panel>
  );
}

function useAnnounceLead(id: number, lead: WholeLead | undefined): void {
  const [first] = useState(id);
  const name = lead?.institute_name;
  useEffect(() => {
    if (name && id !== first) announce(name);
  }, [id, name, first]);
}

function LeadBody({ lead, onReady }: { lead: WholeLead; onReady: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be done as soon as the lead is there is done once
  useEffect(onReady, []);
  return (
    <div className="stack">
      <MailFailure lead={lead} />
      <Writers>
        {lead.number && <CallOutcomeForm lead={lead} />}
        <WorkSteps lead={lead} />
      </Writers>
      <Value lead={lead} />
      <Details lead={lead} />
      <ErasureDate lead={lead} />
      <DuplicatesOf lead={lead} />
      <section aria-labelledby="lead-history">
        <h3 id="lead-history">What happened</h3>
        <Writers>
          <NoteForm lead={lead} />
        </Writers>
        <Timeline lead={lead} />
      </section>
    </div>
  );
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof CallError) || error.status !== 404) return <Failed what="lead" onRetry={onRetry} />;
  return (
    <div className="notice notice-bad" role="alert">
      <p>{error.message}</p>
    </div>
  );
}

function LeadMenu({ lead, onGone }: { lead: WholeLead; onGone: () => void }) {
  const work = useWork();
  const user = useUser();
  const [erasing, setErasing] = useState(false);
  const imported = lead.history.find(({ event, at, user: by }) => {
    const isOwn = by?.id === user?.id || (user !== null && may(user.role, 'write', 'people'));
    return event === 'imported' && isOwn && dayAhead(-30) < at;
  });
  const takeBack = () =>
    ask({
      title: 'Take this import back',
      text: 'Its leads go to the trash for 30 days. Those that somebody worked on since stay.',
      proceed: 'Take back',
      act: async () => void (await work.change(api.delete(withId(leadCalls.imported, lead.import_id ?? 0)))),
    });
  return (
    <>
      <MenuButton
        className="icon-button"
        aria-label="More about this lead"
        menu={
          <>
            {lead.email && !lead.spam && (
              <MenuItem onSelect={() => void work.post(lead, leadCalls.resend)}>
                <Send />
                Resend link and password
              </MenuItem>
            )}
            <MenuItem onSelect={() => void work.bulk([lead], lead.spam ? 'not_spam' : 'spam')}>
              {lead.spam ? <ShieldCheck /> : <ShieldAlert />}
              {lead.spam ? 'Not spam: mail link and password' : 'Spam'}
            </MenuItem>
            {imported && (
              <MenuItem onSelect={() => void takeBack()}>
                <Undo2 />
                Take this import back
              </MenuItem>
            )}
            <MenuItem onSelect={() => void work.remove([lead]).then((done) => done && onGone())}>
              <Trash2 />
              Delete
            </MenuItem>
            <MenuItem onSelect={() => void downloadFile(withId(leadCalls.person, lead.id), `person-${lead.id}.json`)}>
              <FileDown />
              Export this person
            </MenuItem>
            <MenuItem className="menu-item-danger" onSelect={() => setErasing(true)}>
              <Eraser />
              Erase this person…
            </MenuItem>
          </>
        }
      >
        <MoreHorizontal />
      </MenuButton>
      {erasing && <EraseDialog lead={lead} onClose={() => setErasing(false)} onErased={onGone} />}
    </>
  );
}

interface EraseDialogProps {
  lead: WholeLead;
  onClose: () => void;
  onErased: () => void;
}

/** Can't be undone, so a word must be typed to confirm. */
function EraseDialog({ lead, onClose, onErased }: EraseDialogProps) {
  const reload = useReload();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const right = typed.trim() === eraseWord;

  async function erase(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!right || busy) return;
    setBusy(true);
    try {
      const { message } = await api.post(withId(leadCalls.erase, lead.id), { confirm: eraseWord });
      notifyDone(message);
      onErased();
      await reload();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  }

  return (
    <Modal title="Erase this person" onClose={onClose}>
      <form onSubmit={erase}>
        <p>
          All that <b lang="bn">{lead.name}</b> ever sent is removed for good: every request with this number or email,
          its history, notes and mails. Only a count stays. This can’t be undone.
        </p>
        <ConfirmWord className="erase-field" typed={typed} onType={setTyped} />
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-danger" disabled={!right} aria-busy={busy}>
            {busy && <Spinner />}
            Erase for good
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
