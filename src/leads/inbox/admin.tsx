import './admin.css';
import { leadCalls } from '#paths.ts';
import { Views } from '#ui/admin/list/views.tsx';
import { LeadPanel } from './panel/lead-panel.tsx';
import { Board } from './screen/board.tsx';
import { Filters } from './screen/filters.tsx';
import { LeadList } from './screen/list.tsx';
import { LostDialog } from './screen/lost-dialog.tsx';
import { NextSteps } from './screen/next-steps.tsx';
import { RetentionNote } from './screen/retention-note.tsx';
import { Tools } from './screen/tools.tsx';
import { useFilter } from './screen/use-filter.ts';
import { useBoard, useCalendar, useLeadList, useSelection } from './screen/use-leads.ts';
import { useWork } from './screen/use-work.ts';

/** Who asked for a demo, and what became of it. */
export default function ContactInformation() {
  const filter = useFilter();
  const work = useWork();
  const selection = useSelection(`${filter.query} ${filter.page}`);
  const board = useBoard(filter);
  const list = useLeadList(filter);
  const calendar = useCalendar(filter);
  const total = (filter.isCalendar ? calendar : filter.isBoard ? board : list).data?.total;
  return (
    <div className="inbox">
      <header className="inbox-head">
        <div>
          <h1 className="screen-title">Contact information</h1>
          <p>{leadOf(filter)}</p>
        </div>
        <Tools filter={filter} />
      </header>
      {!filter.inTrash && <Views path={leadCalls.views} query={filter.query} onTake={filter.take} />}
      <Filters filter={filter} />
      <RetentionNote filter={filter} />
      <p className="note inbox-count" role="status">
        {total === undefined ? '' : total === 1 ? '1 lead' : `${total} leads`}
      </p>
      {filter.isCalendar ? (
        <NextSteps filter={filter} />
      ) : filter.isBoard ? (
        <Board {...{ filter, work }} />
      ) : (
        <LeadList {...{ filter, work, selection }} />
      )}
      {filter.lead !== null && (
        <LeadPanel key={filter.lead} id={filter.lead} work={work} onClose={() => filter.open(null)} />
      )}
      {work.losing && <LostDialog losing={work.losing} onClose={work.stopLosing} />}
    </div>
  );
}

function leadOf({ inTrash, value }: ReturnType<typeof useFilter>): string {
  if (inTrash) return 'Deleted leads are kept for 30 days.';
  if (value('spam') === '1') return 'What looks like spam. Mark what is none, and it gets its mail.';
  return 'Demo requests from the website. Who waits longest stands on top of the board.';
}
