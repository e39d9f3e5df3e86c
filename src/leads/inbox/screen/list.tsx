import { ArchiveRestore, ChevronDown, MessageCircle, ShieldAlert, ShieldCheck, Trash2, X } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { type Selection, useSelection } from '#cms/collections/list/use-selection.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { announce, notifyError } from '#ui/admin/notify.tsx';
import { Empty, Failed, Pagination } from '#ui/table/table.tsx';
import type { ChosenLead, Lead } from '../../lead/schema.ts';
import { contactOf, leadLimits } from '../../lead/strings.ts';
import { type Filter, useFilter, useLatest } from './filters.tsx';
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
import { type LeadSummary, logMessage, useLeadList, useOwners, useWork } from './use-leads.tsx';

export function LeadList() {
  const filter = useFilter();
  const { data, dataUpdatedAt, isError, isPlaceholderData, refetch } = useLeadList(filter);
  const selection = useSelection<LeadSummary>(data?.data ?? [], `${filter.query} ${filter.page}`, leadLimits.selected);
  useLastPage(filter, data);
  const actions = useLatest({ filter, selection });
  if (isError && !data) return <Failed onRetry={refetch} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <NoLeads />;
  return (
    <section className="card" aria-label={filter.inTrash ? 'Trash' : 'Leads'} aria-busy={isPlaceholderData}>
      <Writers>
        <div className="leads-head">
          <label className="check">
            <input
              type="checkbox"
              checked={selection.page === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selection.page === 'some';
              }}
              onChange={selection.togglePage}
            />
            <span>Select all on this page</span>
          </label>
        </div>
      </Writers>
      <ol className="leads" start={data.from ?? 1} data-stale={isPlaceholderData || undefined}>
        {data.data.map((lead, index) => (
          <LeadRow
            key={lead.id}
            {...{ lead, actions }}
            asOf={dataUpdatedAt}
            number={(data.from ?? 1) + index}
            inTrash={filter.inTrash}
            isSelected={selection.has(lead)}
          />
        ))}
      </ol>
      <div className="card-foot">
        <Pagination
          page={data}
          onFollow={(url) => filter.change({ page: new URL(url, location.origin).searchParams.get('page') ?? '' })}
        />
      </div>
      {selection.records.length > 0 && <BulkBar selection={selection} total={data.total} />}
    </section>
  );
}

export function NoLeads() {
  const filter = useFilter();
  return (
    <section className="card" aria-label={filter.inTrash ? 'Trash' : 'Leads'}>
      <Empty hint={emptyHint(filter)} />
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

function emptyHint({ inTrash, isFiltered, isSpam }: Filter): string {
  if (inTrash) return t('The trash is empty.');
  if (isSpam) return t('Nothing looks like spam.');
  return t(
    isFiltered
      ? 'Nothing matches. Change the search or the filter.'
      : 'Who asks for a demo on the site comes up here. Whoever rings up is added with the button above.',
  );
}

interface LeadRowProps {
  lead: Lead;
  number: number;
  /** When the list came, in milliseconds. */
  asOf: number;
  inTrash: boolean;
  isSelected: boolean;
  /** As of the last rendering of the list. */
  actions: RefObject<{ filter: Filter; selection: Selection<LeadSummary> }>;
}

/** A lead that is opened changes the address, which renders the screen twice: its rows stay as they are. */
const LeadRow = memo(function LeadRow({ lead, number, asOf, inTrash, isSelected, actions }: LeadRowProps) {
  const { id, institute_name: institute } = lead;
  const work = useWork();
  const mayWrite = useMayWrite();
  const chat = whatsAppOf(lead.number);
  return (
    <li className="lead-row" data-lead={id} data-selected={isSelected || undefined}>
      <label className="check lead-check">
        <Writers>
          <input
            type="checkbox"
            checked={isSelected}
            // A change event has no `shiftKey`.
            onClick={({ shiftKey }) => actions.current.selection.toggle(lead, shiftKey)}
            onChange={() => undefined}
          />
          <span className="sr-only">Select {institute}</span>
        </Writers>
        <span className="note" aria-hidden="true">
          {number}
        </span>
      </label>
      <div className="lead-who">
        {inTrash ? (
          <b lang="bn">{institute}</b>
        ) : (
          <button type="button" className="lead-open" lang="bn" onClick={() => actions.current.filter.open(id)}>
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
            className="lead-chat center"
            href={chat}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => mayWrite && void work.log(logMessage(lead, 'whatsapp', null))}
          >
            <MessageCircle />
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
      <div className="lead-foot row">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} now={asOf} />
        <Writers>
          {inTrash ? (
            <button
              type="button"
              className="button button-quiet button-small"
              onClick={() => void work.bulk([lead], 'restore')}
            >
              <ArchiveRestore />
              Restore<span className="sr-only">: {institute}</span>
            </button>
          ) : (
            <MoveMenu lead={lead} onMove={(stage) => void work.move([lead], stage)} />
          )}
        </Writers>
      </div>
    </li>
  );
});

interface BulkBarProps {
  selection: Selection<LeadSummary>;
  /** Of the filter, on all pages. */
  total: number;
}

function BulkBar({ selection, total }: BulkBarProps) {
  const { inTrash } = useFilter();
  const work = useWork();
  const { records: leads, clear } = selection;
  const [isBusy, setBusy] = useState(false);
  const allSpam = leads.every(({ spam }) => spam);
  async function bulk(action: string, more?: object) {
    setBusy(true);
    announce(`Changing ${leads.length}…`);
    await work.bulk(leads, action, more);
    setBusy(false);
    clear();
  }
  return (
    <div className="bulk-bar wrap" role="toolbar" aria-label="Change the selected leads">
      <b>{isBusy ? `Changing ${leads.length}…` : `${leads.length} selected`}</b>
      {selection.page === 'all' && <SelectAll {...{ selection, total }} />}
      {inTrash ? (
        <button type="button" className="button button-quiet" onClick={() => void bulk('restore')}>
          <ArchiveRestore />
          Restore
        </button>
      ) : (
        <>
          <BulkMenu label="Move to">
            <StageItems
              stage={null}
              onChoose={(stage) => {
                void work.move(leads, stage);
                clear();
              }}
            />
          </BulkMenu>
          <BulkMenu label="Owner">
            <OwnerItems onChoose={(owner_id) => void bulk('owner', { owner_id })} />
          </BulkMenu>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => void bulk(allSpam ? 'not_spam' : 'spam')}
          >
            {allSpam ? <ShieldCheck /> : <ShieldAlert />}
            <span className="sr-only-on-phone">{allSpam ? 'Not spam' : 'Spam'}</span>
          </button>
          <button
            type="button"
            className="button button-quiet bulk-delete"
            onClick={() => void work.remove(leads).then((done) => done && clear())}
          >
            <Trash2 />
            <span className="sr-only-on-phone">Delete</span>
          </button>
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={clear}>
        <X />
      </button>
    </div>
  );
}

/** Also those of other pages. */
function SelectAll({ selection, total }: BulkBarProps) {
  const { query, isFiltered } = useFilter();
  const most = Math.min(total, leadLimits.selected);
  if (most <= selection.records.length) return null;
  async function selectAll() {
    try {
      selection.replace((await api.get<{ data: ChosenLead[] }>(`${leadCalls.ids}?${query}`)).data);
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <button type="button" className="button button-text" onClick={() => void selectAll()}>
      Select {most === total ? 'all' : 'the newest'} {most}
      {isFiltered && ' of this filter'}
    </button>
  );
}

function BulkMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <MenuButton className="button button-quiet" side="top" align="start" menuClass="menu-tall" menu={children}>
      {label}
      <ChevronDown />
    </MenuButton>
  );
}

function OwnerItems({ onChoose }: { onChoose: (ownerId: number | null) => void }) {
  const owners = [...useOwners(), { id: null, name: t('Nobody') }];
  return owners.map(({ id, name }) => (
    <MenuItem key={id} onSelect={() => onChoose(id)}>
      {name}
    </MenuItem>
  ));
}
