import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { spareToasts } from '#ui/admin/dialog/modal.tsx';
import { Failed } from '#ui/admin/list/body-rows.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { contactOf, type WholeLead } from '../../schema.ts';
import { StageBadge } from '../parts.tsx';
import { useLead } from '../use-leads.ts';
import type { Work } from '../use-work.ts';
import { Details } from './details.tsx';
import { DuplicatesOf } from './duplicates.tsx';
import { LeadMenu } from './lead-menu.tsx';
import { NoteForm } from './note-form.tsx';
import { Reach } from './reach.tsx';
import { Timeline } from './timeline.tsx';
import { WorkForm } from './work-form.tsx';

/** One lead, whole: how to reach it, what to do next, what happened. */
export function LeadPanel({ id, work, onClose }: { id: number; work: Work; onClose: () => void }) {
  const { data: lead, error, refetch } = useLead(id);
  const panel = useRef<HTMLDivElement>(null);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          ref={panel}
          className="panel lead-panel"
          aria-describedby={undefined}
          onInteractOutside={spareToasts}
          // Escape first leaves the note that is being changed.
          onEscapeKeyDown={(event) => document.activeElement?.closest('.note-editor') && event.preventDefault()}
          // It is read from its beginning; the button to close it is not what somebody came for.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.focus();
          }}
        >
          <header className="panel-head">
            <div>
              <Dialog.Title className="dialog-title" lang="bn">
                {lead?.institute_name ?? 'Lead'}
              </Dialog.Title>
              {lead && (
                <p className="lead-panel-who">
                  {contactOf(lead) && <span lang="bn">{lead.name}</span>}
                  <StageBadge stage={lead.status} />
                  {lead.spam && <span className="badge badge-inactive">Spam</span>}
                </p>
              )}
            </div>
            <div className="lead-panel-tools">
              {lead && <LeadMenu lead={lead} work={work} onGone={onClose} />}
              <Dialog.Close className="icon-button" aria-label="Close">
                <X aria-hidden="true" />
              </Dialog.Close>
            </div>
          </header>
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Whole({ lead, work }: { lead: WholeLead; work: Work }) {
  return (
    <div className="stack">
      <WorkForm lead={lead} onSaved={work.refresh} />
      <Details lead={lead} onSaved={work.refresh} />
      <DuplicatesOf lead={lead} work={work} />
      <section aria-labelledby="lead-history">
        <h3 id="lead-history">What happened</h3>
        <NoteForm lead={lead} work={work} />
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
