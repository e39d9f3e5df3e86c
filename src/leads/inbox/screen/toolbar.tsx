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
import { lazy, Suspense, useState } from 'react';
import { may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { leadCalls } from '#paths.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel, MenuLine } from '#ui/admin/menu/menu-items.tsx';
import type { Filter } from './use-filter.ts';

const AddDialog = lazy(() => import('./add-dialog.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const RetentionDialog = lazy(() => import('./retention-dialog.tsx'));

export function InboxToolbar({ filter }: { filter: Filter }) {
  const [dialog, setDialog] = useState<'import' | 'retention' | null>(null);
  const mayWrite = useMayWrite();
  const user = useUser();
  const isSpam = filter.value('spam') === '1';
  const close = () => setDialog(null);
  return (
    <div className="lead-tools">
      {!filter.inTrash && (
        <fieldset className="view-switch">
          <legend className="sr-only">View</legend>
          <button
            type="button"
            aria-pressed={filter.isBoard}
            onClick={() => filter.change({ view: 'board', status: '', month: '' })}
          >
            <Columns3 aria-hidden="true" />
            <span className="view-word">Board</span>
          </button>
          <button
            type="button"
            aria-pressed={!filter.isBoard && !filter.isCalendar}
            onClick={() => filter.change({ view: 'list', month: '' })}
          >
            <List aria-hidden="true" />
            <span className="view-word">List</span>
          </button>
          <button
            type="button"
            aria-pressed={filter.isCalendar}
            onClick={() => filter.change({ view: 'calendar', status: '', overdue: '' })}
          >
            <CalendarDays aria-hidden="true" />
            <span className="view-word">Calendar</span>
          </button>
        </fieldset>
      )}
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
          <Download aria-hidden="true" />
          <span className="wide-words">Export</span>
          <ChevronDown aria-hidden="true" className="wide-only" />
        </MenuButton>
      </Writers>
      <MenuButton
        className="icon-button"
        aria-label="More"
        menu={
          <>
            {(isSpam || filter.inTrash) && (
              <MenuItem onSelect={() => filter.take('')}>
                <Inbox aria-hidden="true" />
                Leads
              </MenuItem>
            )}
            <MenuItem onSelect={() => filter.take('spam=1&view=list')}>
              <ShieldAlert aria-hidden="true" />
              Spam
            </MenuItem>
            <MenuItem onSelect={() => filter.take('trash=1')}>
              <Archive aria-hidden="true" />
              Trash
            </MenuItem>
            <Writers>
              <MenuLine />
              <MenuItem onSelect={() => setDialog('import')}>
                <FileUp aria-hidden="true" />
                Import Excel or CSV…
              </MenuItem>
              {user && may(user.role, 'write', 'people') && (
                <MenuItem onSelect={() => setDialog('retention')}>
                  <Hourglass aria-hidden="true" />
                  Retention…
                </MenuItem>
              )}
            </Writers>
          </>
        }
      >
        <MoreHorizontal aria-hidden="true" />
      </MenuButton>
      {mayWrite && !filter.inTrash && !isSpam && (
        <button type="button" className="button button-primary add-opener" onClick={() => filter.change({ add: '1' })}>
          <Plus aria-hidden="true" />
          <span className="wide-words">Add lead</span>
        </button>
      )}
      <Suspense>
        {mayWrite && filter.isAdding && (
          <AddDialog onClose={() => filter.change({ add: '' })} onAdded={({ id }) => filter.open(id)} />
        )}
        {dialog === 'import' && <ImportDialog onClose={close} />}
        {dialog === 'retention' && <RetentionDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

function downloadLeads(query: string, format: 'csv' | 'xlsx'): Promise<void> {
  const params = new URLSearchParams(query);
  params.set('format', format);
  return downloadFile(`${leadCalls.export}?${params}`, `leads.${format}`);
}
