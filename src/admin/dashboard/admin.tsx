import { useQuery } from '@tanstack/react-query';
import { CircleAlert, LogOut, PencilLine, Phone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { may } from '#api/rights.ts';
import { signOutToSite, useUser } from '#auth/session.ts';
import { Backups, TroubleNotices } from '#backup/cards.tsx';
import { dateFormat, language, t } from '#i18n/text.ts';
import type { Overview } from '#leads/reports/schema.ts';
import { adminPages, calls, leadsWhere } from '#paths.ts';
import { answerAt } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { useLazyComponent } from '#ui/admin/lazy-component.tsx';
import { MayWriteProvider } from '#ui/admin/may-write.tsx';
import { NotLoaded } from '#ui/table/table.tsx';
import { OnboardingCard, useOnboarding } from '../onboarding/card.tsx';
import { EditorialCards } from './editorial.tsx';
import { DayChart, FollowUps, Funnel, HeadLink, WeekCard } from './leads.tsx';
import type { DashboardFigures, MailFigures } from './schema.ts';
import './dashboard.css';
import './leads.css';

export default function Dashboard() {
  const user = useUser();
  const hasQueue = user?.role === 'sales';
  const { data, isError, refetch } = useQuery({
    ...answerAt<DashboardFigures>(calls.dashboardFigures),
    // The bell refetches when a request arrives; this interval covers changes by staff, and midnight.
    refetchInterval: ({ state }) => (state.data?.filling ? 2_000 : 60_000),
  });
  const firstDay = useOnboarding(user);
  // Loads both before rendering, to avoid a layout shift.
  const isReady =
    (data || isError) && (!firstDay.isFetching || firstDay.isFetchedAfterMount || firstDay.data?.put_away);
  return (
    // Here only leads can be changed.
    <MayWriteProvider value={user !== null && may(user.role, 'write', 'leads')}>
      <div className="stack">
        <Welcome figures={data?.figures ?? null} today={data?.today ?? null} />
        {hasQueue && <LazyQueue />}
        {isError && (
          <NotLoaded
            text={
              data ? 'The figures are not fresh: the server could not be reached.' : 'The figures could not be loaded.'
            }
            onRetry={() => refetch()}
          />
        )}
        {data?.upkeep && <TroubleNotices troubles={data.upkeep.troubles} />}
        {isReady && <OnboardingCard data={firstDay.data} />}
        {data?.filling && (
          <p className="notice notice-draft" role="status">
            The sample content is still going in, which takes up to a minute. The figures follow by themselves.
          </p>
        )}
        {data && !data.filling && isReady ? <Cards data={data} hasQueue={hasQueue} /> : !isError && <Loading />}
      </div>
    </MayWriteProvider>
  );
}

function LazyQueue() {
  const [isFailed, setFailed] = useState(false);
  const Queue = useLazyComponent(loadQueue, true, () => setFailed(true));
  if (isFailed)
    return <NotLoaded text="The list could not be loaded. Load this page again." onRetry={() => location.reload()} />;
  return Queue ? <Queue /> : <span className="skeleton queue" style={{ height: 520 }} />;
}

const loadQueue = () => import('#leads/inbox/panel/queue.tsx');

/** Each block is shown if the role may read its data. */
function Cards({ data, hasQueue }: { data: DashboardFigures; hasQueue: boolean }) {
  // Where the figures are, all of the overview is.
  const leads = data.figures ? (data as DashboardFigures & Overview) : null;
  return (
    <>
      {leads && <Figures figures={leads.figures} today={data.today} />}
      <div className="dashboard-columns">
        {leads && (
          <div className="stack">
            <DayChart days={leads.days} />
            {!hasQueue && <FollowUps leads={leads} today={data.today} />}
          </div>
        )}
        {data.editorial && <EditorialCards {...data.editorial} />}
        <div className="stack">
          {leads && <WeekCard weeks={leads.weeks} />}
          {data.mails && <Mails mails={data.mails} />}
          {data.upkeep && <Backups upkeep={data.upkeep} />}
        </div>
      </div>
      {leads && <Funnel funnel={leads.funnel} />}
      {/* Below all else: it goes as soon as the sample does. */}
      {data.sample && (
        <p className="notice notice-draft">
          Sample testimonials, clients or figures stand on the site. Testimonials and stories say ‘নমুনা’, and search
          engines are told to list no page until all of them are gone.
        </p>
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <span className="sr-only" role="status">
        Loading the figures
      </span>
      {[118, 330, 330].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are always the same three
        <span key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}

function Figures({ figures, today }: { figures: Overview['figures']; today: string }) {
  const { new_today, waiting, waiting_since, overdue, due_today, won_this_month } = figures;
  return (
    <section className="card figures" aria-label="Figures">
      <Figure
        label="New today"
        value={new_today}
        note="since midnight in Dhaka"
        to={leadsWhere({ origin: 'not_imported', date_from: today })}
      />
      <Figure
        label="Waiting for first call"
        value={waiting}
        note={waiting_since ? `Oldest: ${formatAge(waiting_since)}` : 'Nobody waits'}
        to={leadsWhere({ status: 'new', origin: 'not_imported' })}
        urgent={waiting > 0}
      />
      <Figure
        label="Overdue"
        value={overdue}
        note={due_today > 0 ? `${due_today} more due today` : 'nothing more due today'}
        to={leadsWhere({ overdue: '1' })}
        urgent={overdue > 0}
      />
      <Figure
        label="Won this month"
        value={won_this_month}
        note="signed contracts"
        to={leadsWhere({ status: 'won', since_from: `${today.slice(0, 7)}-01` })}
      />
    </section>
  );
}

function Figure({
  label,
  value,
  note,
  to,
  urgent,
}: {
  label: string;
  value: number;
  note: string;
  to?: string;
  urgent?: boolean;
}) {
  return (
    <div className="figure">
      <p className="figure-label">{to ? <Link to={to}>{label}</Link> : label}</p>
      <p className="figure-value" data-urgent={urgent || undefined}>
        {value}
      </p>
      <p className="figure-note">{note}</p>
    </div>
  );
}

const inDhaka = dateFormat({ dateStyle: 'full', timeZone: 'Asia/Dhaka' });
const asWritten = dateFormat({ dateStyle: 'full', timeZone: 'UTC' });

/** `today` is the server's day; until it is loaded, this device's. */
function Welcome({ figures, today }: { figures: Overview['figures'] | null; today: string | null }) {
  const user = useUser();
  const hasLeads = user !== null && may(user.role, 'read', 'leads');
  const day = today ? asWritten.format(new Date(`${today}T00:00:00Z`)) : inDhaka.format(new Date());
  return (
    <section className="welcome on-dark">
      {/* Not `Alpona`: importing it would split its module into a chunk for the public site too. */}
      <span className="alpona" aria-hidden="true" />
      <div>
        <h1>Welcome back, {user?.name}</h1>
        <p className={hasLeads ? 'welcome-lines' : undefined}>
          {language() === 'bn' ? `${day}।` : `${day}.`} {figures && sentence(figures.waiting)}
          {figures && figures.imported_new > 0 && (
            <>
              {' '}
              <Link to={leadsWhere({ status: 'new', origin: 'imported' })}>
                {t(figures.imported_new === 1 ? '1 imported contact' : `${figures.imported_new} imported contacts`)}
              </Link>{' '}
              {figures.imported_new === 1 ? 'is not worked on yet.' : 'are not worked on yet.'}
            </>
          )}
        </p>
      </div>
      <div className="welcome-actions flow">
        {hasLeads && (
          <Link to={leadsWhere({ status: 'new' })} className="button button-action-on-dark">
            <Phone />
            Open leads
          </Link>
        )}
        {user?.role === 'editor' && (
          <Link to={`${adminPages.news}#write`} className="button button-action-on-dark">
            <PencilLine />
            Write news
          </Link>
        )}
        {/* Specified; the menu has it for everybody. */}
        {user?.role === 'owner' && (
          <button type="button" className="button button-quiet-on-dark" onClick={signOutToSite}>
            <LogOut />
            Sign out
          </button>
        )}
      </div>
    </section>
  );
}

function sentence(waiting: number): string {
  if (waiting === 0) return t('Nobody is waiting for a first call.');
  return t(
    waiting === 1
      ? '1 demo request is waiting for a first call.'
      : `${waiting} demo requests are waiting for a first call.`,
  );
}

function Mails({ mails }: { mails: MailFigures }) {
  const { server, waiting, failed, latest_failed } = mails;
  return (
    <Card id="mails" title="Mails" head={<HeadLink to={adminPages.outbox}>Outbox</HeadLink>}>
      <div className="card-body stack-small">
        {!server && (
          <p className="notice notice-draft">
            {waiting > 0
              ? `Mail is not set up, so mails wait in the outbox: ${waiting} by now.`
              : 'Mail is not set up, so mails wait in the outbox.'}
          </p>
        )}
        {server && waiting > 0 && (
          <p className="note">{waiting === 1 ? '1 mail is on the way.' : `${waiting} mails are on the way.`}</p>
        )}
        {failed === 0 ? (
          <p className="note">No mail failed in the last 30 days.</p>
        ) : (
          <p className="failed-mails row">
            <CircleAlert />
            {failed === 1 ? '1 mail was not delivered.' : `${failed} mails were not delivered.`}
          </p>
        )}
        {latest_failed.length > 0 && (
          <ul className="failed-list">
            {latest_failed.map(({ id, recipient, subject, state, updated_at }) => (
              <li key={id}>
                <b>{recipient}</b>
                <span className="note" lang="bn">
                  {subject}
                </span>
                <span className="note">
                  {state === 'bounced' ? `Refused ${formatAge(updated_at)}` : `Given up ${formatAge(updated_at)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
