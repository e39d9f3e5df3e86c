import { ArchiveRestore, ChevronDown, MessageCircle, ShieldAlert, ShieldCheck, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { Empty, Failed } from '#ui/table/body-rows.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { leadLimits } from '../../lead/limits.ts';
import type { ChosenLead, Lead } from '../../lead/schema.ts';
import { contactOf } from '../../lead/strings.ts';
import {
  Age,
  LeadBadges,
  MoveMenu,
  NextStep,
  OwnerMark,
  PhoneLink,
  StageBadge,
  StageItems,
  whatsAppOf,
} from './parts.tsx';
import type { Filter } from './use-filter.ts';
import { type LeadSelection, useLeadList, useOwners } from './use-leads.ts';
import type { LeadWork } from './use-work.ts';

export function LeadList(props: { filter: Filter; work: LeadWork; selection: LeadSelection }) {
  const { filter, work, selection } = props;
  const { data, isError, isPlaceholderData, refetch } = useLeadList(filter);
  useLastPage(filter, data);
  if (isError && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const visibleIds = data.data.map(({ id }) => id);
  const chosen = (selection.all ?? data.data).filter(({ id }) => selection.has(id));
  const all = data.data.length > 0 && visibleIds.every((id) => selection.has(id));
  return (
    <section className="card" aria-label={filter.inTrash ? 'Trash' : 'Leads'} aria-busy={isPlaceholderData}>
      {data.total === 0 ? (
        <Empty hint={emptyHint(filter)} />
      ) : (
        <>
          <Writers>
            <div className="leads-head">
              <label className="check">
                <input
                  type="checkbox"
                  checked={all}
                  ref={(box) => {
                    if (box) box.indeterminate = !all && chosen.length > 0;
                  }}
                  onChange={() => (all ? selection.clear() : selection.set(data.data))}
                />
                <span>Select all on this page</span>
              </label>
            </div>
          </Writers>
          <ol className="leads" start={data.from ?? 1} data-stale={isPlaceholderData || undefined}>
            {data.data.map((lead, index) => (
              <LeadRow
                key={lead.id}
                {...{ lead, work, filter, selection }}
                number={(data.from ?? 1) + index}
                visibleIds={visibleIds}
              />
            ))}
          </ol>
          <div className="card-foot">
            <Pagination page={data} onFollow={(url) => filter.change({ page: pageOf(url) })} />
          </div>
        </>
      )}
      {chosen.length > 0 && (
        <BulkBar leads={chosen} {...{ work, selection, filter }} more={all && !selection.all ? data.total : 0} />
      )}
    </section>
  );
}

function Loading() {
  return (
    <section className="card" aria-label="Leads" aria-busy="true">
      <div className="leads leads-loading">
        {['one', 'two', 'three', 'four'].map((row) => (
          <div className="skeleton lead-skeleton" key={row} />
        ))}
      </div>
    </section>
  );
}

/** If the last page has become empty, go to the page that is the last one now. */
function useLastPage({ change }: Filter, data: { total: number; current_page: number; last_page: number } | undefined) {
  const last = data && data.total > 0 && data.current_page > data.last_page ? data.last_page : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another last page is another reason
  useEffect(() => {
    if (last !== null) change({ page: String(last) }, true);
  }, [last]);
}

function pageOf(url: string): string {
  return new URL(url, location.origin).searchParams.get('page') ?? '';
}

function emptyHint({ inTrash, isFiltered, value }: Filter): string {
  if (inTrash) return 'The trash is empty.';
  if (value('spam') === '1') return 'Nothing looks like spam.';
  return isFiltered
    ? 'Nothing matches. Change the search or the filter.'
    : 'Who asks for a demo on the site comes up here. Whoever rings up is added with the button above.';
}

function BulkBar(props: {
  leads: (Lead | ChosenLead)[];
  work: LeadWork;
  selection: LeadSelection;
  filter: Filter;
  /** Total of the filter if the whole page is selected, else 0. */
  more: number;
}) {
  const { leads, work, selection, filter, more } = props;
  const [isBusy, setBusy] = useState(false);
  const owners = useOwners();
  const allSpam = leads.every(({ spam }) => spam);
  const most = Math.min(more, leadLimits.selected);
  async function after(done: Promise<unknown>): Promise<void> {
    setBusy(true);
    await done;
    setBusy(false);
    selection.clear();
  }
  async function selectAll(): Promise<void> {
    try {
      const { data } = await api.get<{ data: ChosenLead[] }>(`${leadCalls.ids}?${filter.query}`);
      selection.setAll(data);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Change the selected leads">
      <b role="status">{isBusy ? `Changing ${leads.length}…` : `${leads.length} selected`}</b>
      {most > leads.length && (
        <button type="button" className="button button-text" onClick={() => void selectAll()}>
          Select {most === more ? 'all' : 'the newest'} {most}
          {filter.isFiltered && ' of this filter'}
        </button>
      )}
      {filter.inTrash ? (
        <button type="button" className="button button-quiet" onClick={() => void after(work.restore(leads))}>
          <ArchiveRestore aria-hidden="true" />
          Restore
        </button>
      ) : (
        <>
          <BulkMenu label="Move to">
            <StageItems
              stage={null}
              onChoose={(stage) => {
                work.move(leads, stage);
                selection.clear();
              }}
            />
          </BulkMenu>
          <BulkMenu label="Owner">
            {owners.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => void after(work.give(leads, id))}>
                {name}
              </MenuItem>
            ))}
            <MenuItem onSelect={() => void after(work.give(leads, null))}>Nobody</MenuItem>
          </BulkMenu>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => void after(work.markSpam(leads, !allSpam))}
          >
            {allSpam ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
            <span className="wide-words">{allSpam ? 'Not spam' : 'Spam'}</span>
          </button>
          <button
            type="button"
            className="button button-quiet bulk-delete"
            onClick={() => void work.remove(leads).then((done) => done && selection.clear())}
          >
            <Trash2 aria-hidden="true" />
            <span className="wide-words">Delete</span>
          </button>
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={selection.clear}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

function BulkMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <MenuButton className="button button-quiet" side="top" align="start" menuClass="menu-tall" menu={children}>
      {label}
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  );
}

interface LeadRowProps {
  lead: Lead;
  number: number;
  visibleIds: number[];
  filter: Filter;
  work: LeadWork;
  selection: LeadSelection;
}

function LeadRow({ lead, number, visibleIds: shown, filter, work, selection }: LeadRowProps) {
  const { id, institute_name: institute } = lead;
  const mayWrite = useMayWrite();
  const chat = whatsAppOf(lead.number);
  return (
    <li className="lead-row" data-lead={id} data-selected={selection.has(id) || undefined}>
      <label className="check lead-check">
        <input
          type="checkbox"
          disabled={!mayWrite}
          checked={selection.has(id)}
          // A change event has no `shiftKey`.
          onClick={({ shiftKey }) => selection.toggle(id, shiftKey ? shown : null)}
          onChange={() => undefined}
        />
        <span className="sr-only">Select {institute}</span>
        <span className="note" aria-hidden="true">
          {number}
        </span>
      </label>
      <div className="lead-who">
        {filter.inTrash ? (
          <b lang="bn">{institute}</b>
        ) : (
          <button type="button" className="lead-open" lang="bn" onClick={() => filter.open(id)}>
            {institute}
          </button>
        )}
        {contactOf(lead) && <span lang="bn">{contactOf(lead)}</span>}
        <LeadBadges lead={lead} />
      </div>
      <div className="lead-reach">
        <PhoneLink number={lead.number} />
        {chat && (
          <a
            className="lead-chat"
            href={chat}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => mayWrite && void work.wrote(lead, 'whatsapp', null)}
          >
            <MessageCircle aria-hidden="true" />
            <span className="sr-only">WhatsApp {institute}</span>
          </a>
        )}
        {lead.email && (
          <a className="lead-email" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
        )}
      </div>
      <div className="lead-stand">
        <StageBadge stage={lead.status} />
        <NextStep lead={lead} />
      </div>
      <div className="lead-foot">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} />
        <Writers>
          {filter.inTrash ? (
            <button
              type="button"
              className="button button-quiet button-small"
              onClick={() => void work.restore([lead])}
            >
              <ArchiveRestore aria-hidden="true" />
              Restore<span className="sr-only">: {institute}</span>
            </button>
          ) : (
            <MoveMenu lead={lead} onMove={(stage) => work.move([lead], stage)} />
          )}
        </Writers>
      </div>
    </li>
  );
}
