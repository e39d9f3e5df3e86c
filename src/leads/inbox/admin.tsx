import './admin.css';
import { useRef } from 'react';
import { Views } from '#cms/collections/list/views.tsx';
import { leadCalls } from '#paths.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { useLazyComponent } from '#ui/admin/use-lazy-component.ts';
import { LeadBoard } from './screen/board.tsx';
import { Filters } from './screen/filters.tsx';
import { LeadList } from './screen/list.tsx';
import { NextSteps } from './screen/next-steps.tsx';
import { RetentionNote } from './screen/retention-note.tsx';
import { InboxToolbar } from './screen/toolbar.tsx';
import { useFilter } from './screen/use-filter.ts';
import { useLeadKeys } from './screen/use-lead-keys.ts';
import { useBoard, useCalendar, useLeadList, useLeadSelection } from './screen/use-leads.ts';
import { useRestoreFocus } from './screen/use-restore-focus.ts';
import { useSequence } from './screen/use-sequence.ts';
import { useWork } from './screen/use-work.ts';

export default function ContactInformation() {
  const filter = useFilter();
  const work = useWork();
  const selection = useLeadSelection(`${filter.query} ${filter.page}`);
  const board = useBoard(filter);
  const list = useLeadList(filter);
  const calendar = useCalendar(filter);
  const data = (filter.isCalendar ? calendar : filter.isBoard ? board : list).data;
  const total = data?.total;
  const sequence = useSequence(filter, data);
  const keys = useLeadKeys(filter, sequence, work);
  const inbox = useRef<HTMLDivElement>(null);
  useRestoreFocus(inbox);
  const LeadPanel = useLazyComponent(loadPanel, filter.lead !== null, () => {
    filter.open(null);
    notifyFailed('The lead could not be opened. Try again.');
  });
  const LostDialog = useLazyComponent(loadLostDialog, work.losing !== null, () => {
    work.stopLosing();
    notifyFailed('The question for the reason could not be loaded. Try again.');
  });
  return (
    <div className="inbox" ref={inbox}>
      <header className="inbox-head">
        <div>
          <h1 className="screen-title">Contact information</h1>
          <p>{leadOf(filter)}</p>
        </div>
        <InboxToolbar filter={filter} />
      </header>
      {!filter.inTrash && <Views path={leadCalls.views} query={filter.query} onTake={filter.take} quiet />}
      <Filters filter={filter} />
      <RetentionNote filter={filter} />
      <p className="note inbox-count" role="status">
        {total === undefined ? '' : total === 1 ? '1 lead' : `${total} leads`}
      </p>
      {filter.isCalendar ? (
        <NextSteps filter={filter} />
      ) : filter.isBoard ? (
        <LeadBoard {...{ filter, work }} />
      ) : (
        <LeadList {...{ filter, work, selection }} />
      )}
      {filter.lead !== null && LeadPanel && (
        <LeadPanel id={filter.lead} {...{ work, sequence }} onReady={keys.begin} onClose={() => filter.open(null)} />
      )}
      {work.losing && LostDialog && <LostDialog losing={work.losing} onClose={work.stopLosing} />}
    </div>
  );
}

const loadPanel = () => import('./panel/lead-panel.tsx');
const loadLostDialog = () => import('./screen/lost-dialog.tsx');

function leadOf({ inTrash, value }: ReturnType<typeof useFilter>): string {
  if (inTrash) return 'Deleted leads are kept for 30 days.';
  if (value('spam') === '1') return 'What looks like spam. Mark what is none, and it gets its mail.';
  return 'Demo requests from the website. Who waits longest stands on top of the board.';
}
