import { useQuery } from '@tanstack/react-query';
import { Eraser, FileDown, MoreHorizontal, Send, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api, CallError } from '#ui/admin/calls/api.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { DialogButtons, Modal, Panel } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { announce, notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Failed } from '#ui/table/table.tsx';
import { eraseWord } from '../../lead/limits.ts';
import type { WholeLead } from '../../lead/schema.ts';
import { contactOf } from '../../lead/strings.ts';
import { ConfirmWord } from '../screen/confirm-word.tsx';
import { StageBadge } from '../screen/parts.tsx';
import { focusLead, type Sequence } from '../screen/use-lead-keys.ts';
import { callOf, wholeLead } from '../screen/use-leads.ts';
import type { LeadWork } from '../screen/use-work.ts';
import { ContactActions, Steps } from './contact-actions.tsx';
import { Details, DuplicatesOf, ErasureDate, Value } from './details.tsx';
import { MailFailure } from './mail.tsx';
import { NoteForm } from './notes.tsx';
import { CallOutcomeForm, WorkSteps } from './steps.tsx';
import { Timeline } from './timeline.tsx';

interface LeadPanelProps {
  id: number;
  work: LeadWork;
  sequence: Sequence;
  onReady: () => void;
  onClose: () => void;
}

export default function LeadPanel({ id, work, sequence, onReady, onClose }: LeadPanelProps) {
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
      tools={<Writers>{lead && <LeadMenu key={id} lead={lead} work={work} onGone={onClose} />}</Writers>}
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
          <LeadBody lead={lead} work={work} onReady={onReady} />
        ) : error ? (
          <NotThere error={error} onRetry={() => void refetch()} />
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
            work={work}
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

function LeadBody({ lead, work, onReady }: { lead: WholeLead; work: LeadWork; onReady: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be done as soon as the lead is there is done once
  useEffect(onReady, []);
  return (
    <div className="stack">
      <MailFailure lead={lead} onSent={work.refresh} />
      <Writers>
        {lead.number && <CallOutcomeForm lead={lead} work={work} />}
        <WorkSteps lead={lead} work={work} />
      </Writers>
      <Value lead={lead} work={work} />
      <Details lead={lead} onSaved={work.refresh} />
      <ErasureDate lead={lead} />
      <DuplicatesOf lead={lead} work={work} />
      <section aria-labelledby="lead-history">
        <h3 id="lead-history">What happened</h3>
        <Writers>
          <NoteForm lead={lead} work={work} />
        </Writers>
        <Timeline lead={lead} work={work} />
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

function LeadMenu({ lead, work, onGone }: { lead: WholeLead; work: LeadWork; onGone: () => void }) {
  const [erasing, setErasing] = useState(false);
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
            <MenuItem onSelect={() => void work.remove([lead]).then((done) => done && onGone())}>
              <Trash2 />
              Delete
            </MenuItem>
            <MenuItem onSelect={() => void downloadFile(callOf(leadCalls.person, lead.id), `person-${lead.id}.json`)}>
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
      {erasing && (
        <EraseDialog
          lead={lead}
          onClose={() => setErasing(false)}
          onErased={async () => {
            onGone();
            await work.refresh();
          }}
        />
      )}
    </>
  );
}

interface EraseDialogProps {
  lead: WholeLead;
  onClose: () => void;
  onErased: () => Promise<void>;
}

/** Can't be undone, so a word must be typed to confirm. */
function EraseDialog({ lead, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const right = typed.trim() === eraseWord;

  async function erase(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!right || busy) return;
    setBusy(true);
    try {
      const { message } = await api.post(callOf(leadCalls.erase, lead.id), { confirm: eraseWord });
      notifyDone(message);
      await onErased();
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
