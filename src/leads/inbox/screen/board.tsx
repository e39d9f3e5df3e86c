import { memo, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { Board as BoardOnWire, Lead } from '../../lead/schema.ts';
import { contactOf, type Stage, stages } from '../../lead/strings.ts';
import { type Filter, useFilter, useLatest } from './filters.tsx';
import { Age, LeadBadges, MoveMenu, NextStep, OwnerMark, PhoneLink } from './parts.tsx';
import { useBoard, useLeadPage, useWork } from './use-leads.tsx';

type Column = BoardOnWire['data'][number];

export function LeadBoard() {
  const filter = useFilter();
  return <Columns query={filter.query} filter={useLatest(filter)} />;
}

/** Memoized: opening a lead must not render the board again, which is slow on weak phones. */
const Columns = memo(function Columns({ query, filter }: { query: string; filter: RefObject<Filter> }) {
  const { data, isError, isPlaceholderData, refetch } = useBoard({ query, view: 'board' });
  const [dragged, setDragged] = useState<Lead | null>(null);
  if (isError && !data) return <Failed what="board" onRetry={refetch} />;
  return (
    <div className="board" aria-busy={!data || isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      {data
        ? data.data.map((column) => (
            <BoardColumn key={column.status} {...{ column, filter, dragged, onDrag: setDragged }} />
          ))
        : stages.map((stage) => <EmptyColumn key={stage} stage={stage} />)}
    </div>
  );
});

interface BoardColumnProps {
  column: Column;
  filter: RefObject<Filter>;
  dragged: Lead | null;
  onDrag: (lead: Lead | null) => void;
}

function BoardColumn({ column, filter, dragged, onDrag }: BoardColumnProps) {
  const work = useWork();
  const { status, name, page, imported } = column;
  const [pages, setPages] = useState(1);
  const [over, setOver] = useState(false);
  const canDrop = dragged !== null && dragged.status !== status;
  const rest = page.total - page.data.length;
  const card = (lead: Lead) => (
    <LeadCard
      key={lead.id}
      lead={lead}
      onOpen={() => filter.current.open(lead.id)}
      onMove={(stage) => void work.move([lead], stage)}
      onDrag={onDrag}
    />
  );
  return (
    // Drag and drop works with a mouse only; the menu of each card does the same.
    <section
      className="board-column"
      data-stage={status}
      data-over={(canDrop && over) || undefined}
      aria-labelledby={`column-${status}`}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrag(null);
        if (dragged) void work.move([dragged], status);
      }}
    >
      <h2 id={`column-${status}`}>
        {name} <span>{page.total - imported}</span>
        {imported > 0 && <small>+ {imported} imported</small>}
      </h2>
      {page.total === 0 && <p className="note board-empty">Nobody here.</p>}
      <ul>{page.data.map(card)}</ul>
      {[...Array(pages).keys()].slice(1).map((before) => (
        <MorePage key={before} url={pageUrl(page.first_page_url, before + 1)} card={card} known={page.data} />
      ))}
      {rest > (pages - 1) * page.per_page && (
        <button type="button" className="button button-text board-more" onClick={() => setPages(pages + 1)}>
          Show {rest - (pages - 1) * page.per_page} more
          <span className="sr-only"> in {name}</span>
        </button>
      )}
    </section>
  );
}

/** A card that just moved may be on two pages until the refetch. */
function MorePage(props: { url: string; known: Lead[]; card: (lead: Lead) => ReactNode }) {
  const { data, isError, refetch } = useLeadPage(props.url);
  const known = new Set(props.known.map(({ id }) => id));
  if (isError) return <Failed onRetry={refetch} />;
  if (!data) return <div className="skeleton lead-skeleton" />;
  return <ul>{data.data.filter(({ id }) => !known.has(id)).map(props.card)}</ul>;
}

function EmptyColumn({ stage }: { stage: Stage }) {
  return (
    <div className="board-column" data-stage={stage}>
      <div className="skeleton lead-skeleton" />
      <div className="skeleton lead-skeleton" />
    </div>
  );
}

function pageUrl(first: string, number: number): string {
  const url = new URL(first, location.origin);
  url.searchParams.set('page', String(number));
  return url.pathname + url.search;
}

interface LeadCardProps {
  lead: Lead;
  onOpen: () => void;
  onMove: (stage: Stage) => void;
  onDrag: (lead: Lead | null) => void;
}

function LeadCard({ lead, onOpen, onMove, onDrag }: LeadCardProps) {
  const mayWrite = useMayWrite();
  const card = useRef<HTMLLIElement>(null);
  return (
    <li
      ref={card}
      className="lead-card"
      data-lead={lead.id}
      draggable={mayWrite}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', lead.institute_name);
        // In the next frame, because the browser takes the drag image from the current style.
        requestAnimationFrame(() => card.current?.setAttribute('data-dragged', ''));
        onDrag(lead);
      }}
      onDragEnd={() => {
        card.current?.removeAttribute('data-dragged');
        onDrag(null);
      }}
    >
      <h3>
        <button type="button" className="lead-open" onClick={onOpen} lang="bn">
          {lead.institute_name}
        </button>
      </h3>
      {contactOf(lead) && <p lang="bn">{contactOf(lead)}</p>}
      <PhoneLink number={lead.number} />
      {lead.email && (
        <p className="lead-email" title={lead.email}>
          {lead.email}
        </p>
      )}
      <NextStep lead={lead} />
      <LeadBadges lead={lead} />
      <div className="lead-foot row">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} />
        <Writers>
          <MoveMenu lead={lead} onMove={onMove} />
        </Writers>
      </div>
    </li>
  );
}
