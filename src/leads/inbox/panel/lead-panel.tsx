import {
  Eraser,
  FileDown,
  Mail,
  MessageCircle,
  MoreHorizontal,
  Phone,
  Send,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { saveAnswer } from '#ui/admin/calls/save-answer.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { Failed } from '#ui/admin/list/body-rows.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { contactOf, type Lead, type WholeLead } from '../../lead/schema.ts';
import { phoneInWords } from '../../lead/words.ts';
import { StageBadge, whatsAppOf } from '../screen/parts.tsx';
import { useLead } from '../screen/use-leads.ts';
import type { Work } from '../screen/use-work.ts';
import { Details } from './details.tsx';
import { DuplicatesOf } from './duplicates.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { KeptUntil } from './kept-until.tsx';
import { NoteForm } from './notes.tsx';
import { Timeline } from './timeline.tsx';
import { Value } from './value.tsx';
import { WorkForm } from './work-form.tsx';

/** One lead, whole: how to reach it, what to do next, what happened. */
export function LeadPanel({ id, work, onClose }: { id: number; work: Work; onClose: () => void }) {
  const { data: lead, error, refetch } = useLead(id);
  const panel = useRef<HTMLDivElement>(null);

  return (
    <Panel
      ref={panel}
      className="lead-panel"
      title={lead?.institute_name ?? 'Lead'}
      named
      under={
        lead && (
          <p className="lead-panel-who">
            {contactOf(lead) && <span lang="bn">{lead.name}</span>}
            <StageBadge stage={lead.status} />
            {lead.spam && <span className="badge badge-inactive">Spam</span>}
          </p>
        )
      }
      tools={<Writers>{lead && <LeadMenu lead={lead} work={work} onGone={onClose} />}</Writers>}
      onClose={onClose}
      // Escape first leaves the note that is being changed.
      onEscapeKeyDown={(event) => document.activeElement?.closest('.note-editor') && event.preventDefault()}
      // It is read from its beginning; the button to close it is not what somebody came for.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        panel.current?.focus();
      }}
    >
      <div className="panel-body">
        {lead ? (
          <Whole lead={lead} work={work} />
        ) : error ? (
          <NotThere error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="page-spinner" role="status">
            <Spinner large />
            <span className="sr-only">Loading</span>
          </div>
        )}
      </div>
      {lead && <Reach lead={lead} work={work} />}
    </Panel>
  );
}

function Whole({ lead, work }: { lead: WholeLead; work: Work }) {
  return (
    <div className="stack">
      <WorkForm lead={lead} onSaved={work.refresh} />
      <Value lead={lead} onSaved={work.refresh} />
      <Details lead={lead} onSaved={work.refresh} />
      <KeptUntil lead={lead} />
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

/** What is done rarely with a lead. `onGone`: it is not there any more. */
function LeadMenu({ lead, work, onGone }: { lead: WholeLead; work: Work; onGone: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <>
      <MenuButton
        className="icon-button"
        aria-label="More about this lead"
        menu={
          <>
            <MenuItem onSelect={() => void work.markSpam([lead], !lead.spam)}>
              {lead.spam ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
              {lead.spam ? 'Not spam: mail link and password' : 'Spam'}
            </MenuItem>
            <MenuItem onSelect={() => void work.remove([lead]).then((done) => done && onGone())}>
              <Trash2 aria-hidden="true" />
              Delete
            </MenuItem>
            <MenuItem
              onSelect={() =>
                void saveAnswer(leadCalls.person.replace(':id', String(lead.id)), `person-${lead.id}.json`)
              }
            >
              <FileDown aria-hidden="true" />
              Export this person
            </MenuItem>
            <MenuItem className="menu-item-danger" onSelect={() => setErasing(true)}>
              <Eraser aria-hidden="true" />
              Erase this person…
            </MenuItem>
          </>
        }
      >
        <MoreHorizontal aria-hidden="true" />
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

/** The ways to reach somebody, at the foot of the panel: a thumb is there already. */
function Reach({ lead, work }: { lead: Lead; work: Work }) {
  const [busy, setBusy] = useState(false);
  const mayWrite = useMayWrite();
  const { number, email } = lead;

  async function resend() {
    if (busy) return;
    setBusy(true);
    await work.resend(lead);
    setBusy(false);
  }

  return (
    <footer className="lead-reach-bar">
      {number && (
        <>
          <a className="button button-primary" href={`tel:${number}`}>
            <Phone aria-hidden="true" />
            Call<span className="sr-only"> {phoneInWords(number)}</span>
          </a>
          <a
            className="button button-quiet"
            href={whatsAppOf(number) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            <MessageCircle aria-hidden="true" />
            WhatsApp
          </a>
        </>
      )}
      {email && (
        <>
          <a className="button button-quiet" href={`mailto:${email}`}>
            <Mail aria-hidden="true" />
            Mail
          </a>
          {mayWrite && !lead.spam && (
            <button
              type="button"
              className="button button-quiet"
              title="Mails the demo link and password once more"
              aria-busy={busy}
              onClick={() => void resend()}
            >
              {busy ? <Spinner /> : <Send aria-hidden="true" />}
              Resend<span className="sr-only"> the demo link and password</span>
            </button>
          )}
        </>
      )}
    </footer>
  );
}
