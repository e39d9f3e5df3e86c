import './admin.css';
import {
  Archive,
  CalendarDays,
  ChevronDown,
  Columns3,
  Download,
  FileUp,
  Hourglass,
  Inbox,
  List,
  MoreHorizontal,
  Plus,
  ShieldAlert,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { lazyDialog, useLazyComponent } from '#ui/admin/lazy-component.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel, MenuLine } from '#ui/admin/menu/menu-items.tsx';
import { notifyNotLoaded } from '#ui/admin/notify.tsx';
import { leadsInWords } from '../lead/strings.ts';
import { LeadBoard } from './screen/board.tsx';
import { type Filter, Filters, useFilter } from './screen/filters.tsx';
import { LeadList, NoLeads } from './screen/list.tsx';
import { useLeadKeys, useRestoreFocus, useSequence } from './screen/use-lead-keys.ts';
import { useBoard, useCalendar, useLeadList, useRetention } from './screen/use-leads.tsx';

export default function ContactInformation() {
  const filter = useFilter();
  const shown = { board: useBoard(filter), list: useLeadList(filter), calendar: useCalendar(filter) };
  const { data } = shown[filter.view];
  const total = data?.total;
  const sequence = useSequence(filter, data);
  const keys = useLeadKeys(filter, sequence);
  const inbox = useRef<HTMLDivElement>(null);
  useRestoreFocus(inbox);
  const LeadPanel = useLazyComponent(loadPanel, filter.lead !== null, () => {
    filter.open(null);
    notifyNotLoaded();
  });
  const NextSteps = useLazyComponent(loadNextSteps, filter.view === 'calendar', () => {
    filter.change({ view: 'list' });
    notifyNotLoaded();
  });
  return (
    <div className="inbox" ref={inbox}>
      <header className="inbox-head">
        <div>
          <h1 className="screen-title sr-only-on-phone">Contact information</h1>
          <p>{leadOf(filter)}</p>
        </div>
        <InboxToolbar />
      </header>
      <Filters />
      <RetentionNote />
      <p className="note inbox-count" role="status">
        {total !== undefined && leadsInWords(total)}
      </p>
      {filter.view === 'calendar' && NextSteps && <NextSteps />}
      {filter.view === 'board' && (total === 0 ? <NoLeads /> : <LeadBoard />)}
      {filter.view === 'list' && <LeadList />}
      {filter.lead !== null && LeadPanel && (
        <LeadPanel id={filter.lead} sequence={sequence} onReady={keys.begin} onClose={() => filter.open(null)} />
      )}
    </div>
  );
}

const loadNextSteps = () => import('./screen/next-steps.tsx');
const loadPanel = () => import('./panel/lead-panel.tsx');

function leadOf({ inTrash, isSpam, view }: Filter): string {
  if (inTrash) return t('Deleted leads are kept for 30 days.');
  if (isSpam) return t('What looks like spam. Mark what is none, and it gets its mail.');
  return t(
    view === 'board'
      ? 'Demo requests from the website. Who waits longest stands on top.'
      : 'Demo requests from the website.',
  );
}

const AddDialog = lazyDialog(() => import('./screen/add-dialog.tsx'));
const ImportDialog = lazyDialog(() => import('../import/import-dialog.tsx'));
const RetentionDialog = lazyDialog(() => import('./screen/retention-dialog.tsx'));

function InboxToolbar() {
  const filter = useFilter();
  const [dialog, setDialog] = useState<'import' | 'retention' | null>(null);
  const mayWrite = useMayWrite();
  const { isSpam } = filter;
  const close = () => setDialog(null);
  return (
    <div className="lead-tools wrap">
      {!filter.inTrash && <ViewSwitch />}
      <Writers>
        <MenuButton
          className="button button-quiet"
          menu={
            <>
              <MenuLabel quiet>What is shown now, as</MenuLabel>
              <MenuItem onSelect={() => void downloadLeads(filter.query, 'csv')}>CSV</MenuItem>
              <MenuItem onSelect={() => void downloadLeads(filter.query, 'xlsx')}>Excel (XLSX)</MenuItem>
            </>
          }
        >
          <Download />
          <span className="sr-only-on-phone">Export</span>
          <ChevronDown className="wide-only" />
        </MenuButton>
      </Writers>
      <MoreMenu onDialog={setDialog} />
      {mayWrite && !filter.inTrash && !isSpam && (
        <button type="button" className="button button-primary add-opener" onClick={() => filter.change({ add: '1' })}>
          <Plus />
          <span className="sr-only-on-phone">Add lead</span>
        </button>
      )}
      {mayWrite && filter.isAdding && (
        <AddDialog onClose={() => filter.change({ add: '' })} onAdded={({ id }) => filter.open(id)} />
      )}
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {dialog === 'retention' && <RetentionDialog onClose={close} />}
    </div>
  );
}

const views = [
  { view: 'board', word: 'Board', Icon: Columns3, without: { status: '', from: '' } },
  { view: 'list', word: 'List', Icon: List, without: { from: '' } },
  { view: 'calendar', word: 'Calendar', Icon: CalendarDays, without: { status: '', overdue: '' } },
];

function ViewSwitch() {
  const filter = useFilter();
  return (
    <fieldset className="view-switch">
      <legend className="sr-only">View</legend>
      {views.map(({ view, word, Icon, without }) => (
        <button
          key={view}
          type="button"
          aria-pressed={filter.view === view}
          onClick={() => filter.choose(view, without)}
        >
          <Icon />
          <span className={filter.view === view ? undefined : 'sr-only-on-phone'}>{word}</span>
        </button>
      ))}
    </fieldset>
  );
}

function MoreMenu({ onDialog }: { onDialog: (dialog: 'import' | 'retention') => void }) {
  const filter = useFilter();
  const user = useUser();
  return (
    <MenuButton
      className="icon-button"
      aria-label="More"
      menu={
        <>
          {(filter.isSpam || filter.inTrash) && (
            <MenuItem onSelect={() => filter.take('')}>
              <Inbox />
              Leads
            </MenuItem>
          )}
          <MenuItem onSelect={() => filter.take('spam=1&view=list')}>
            <ShieldAlert />
            Spam
          </MenuItem>
          <MenuItem onSelect={() => filter.take('trash=1')}>
            <Archive />
            Trash
          </MenuItem>
          <Writers>
            <MenuLine />
            <MenuItem onSelect={() => onDialog('import')}>
              <FileUp />
              Import Excel or CSV…
            </MenuItem>
            {user && may(user.role, 'write', 'people') && (
              <MenuItem onSelect={() => onDialog('retention')}>
                <Hourglass />
                Retention…
              </MenuItem>
            )}
          </Writers>
        </>
      }
    >
      <MoreHorizontal />
    </MenuButton>
  );
}

function downloadLeads(query: string, format: 'csv' | 'xlsx'): Promise<void> {
  const params = new URLSearchParams(query);
  params.set('format', format);
  return downloadFile(`${leadCalls.export}?${params}`, `leads.${format}`);
}

function RetentionNote() {
  const { value, inTrash, isSpam } = useFilter();
  const status = value('status');
  const kind = isSpam ? 'spam' : status === 'won' || status === 'lost' ? status : null;
  const rule = useRetention(inTrash ? null : kind);
  if (!rule) return null;
  const { months, appliesFrom } = rule;
  return (
    <p className="note">
      {kind === 'spam' ? 'Spam is' : 'They are'} erased for good {months === 1 ? 'a month' : `${months} months`} after{' '}
      {kind === 'spam' ? 'it came' : 'they came to this stage'}
      {appliesFrom && `, from ${formatDay(appliesFrom.slice(0, 10))} on`}.
    </p>
  );
}
