import { t } from '#i18n/text.ts';
import { answerAt, api, useReload } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import './onboarding.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { may } from '#api/rights.ts';
import { otherLanguage, otherLanguageName } from '#auth/language.ts';
import { chooseLanguage, type SignedInUser, useUser } from '#auth/session.ts';
import { testInstitute } from '#leads/lead/strings.ts';
import { stateWords } from '#mail/outbox/strings.tsx';
import { adminPages, calls, leadCalls, leadPage, pages, withId } from '#paths.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyFailure, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import { auditedKinds } from '../activity/strings.ts';
import { inventedHost, type Onboarding, type OnboardingStep, type SamplePlace, type SampleRemoved } from './schema.ts';

/** What each step is for, and what does it: here, or on a page. */
const steps: Record<OnboardingStep, { purpose: string; label: string; page?: string }> = {
  password: {
    purpose: 'The first password was made by the program, or stands in its settings.',
    label: 'Enter your own password and address',
    page: adminPages.profile,
  },
  brand: {
    purpose: 'Name and logo stand on every page and in every mail.',
    label: 'Enter name and logo',
    page: `${adminPages.siteSettings}#identity`,
  },
  contact: {
    purpose: 'Visitors call and write to the numbers and addresses on the site.',
    label: 'Enter phone and WhatsApp',
    page: `${adminPages.siteSettings}#contact`,
  },
  mail: {
    purpose: 'Visitors get the demo link by mail. If a test mail does not arrive, the Outbox says why.',
    label: 'Set up mail',
    page: adminPages.outbox,
  },
  demo_access: {
    purpose: 'Whoever asks for a demo is mailed its link and password. Until they are saved, these mails wait.',
    label: 'Enter link and password',
    page: adminPages.demoAccess,
  },
  notify: {
    purpose: 'Schools expect a call soon, so somebody has to hear of their request.',
    label: 'Choose who is notified',
    page: adminPages.profile,
  },
  request: {
    purpose: 'A test request is sent as a visitor sends it, and arrives here while you look.',
    label: 'Send a test request',
  },
  invite: {
    purpose: 'Everybody in the office gets an account of their own.',
    label: 'Invite a colleague',
    page: adminPages.users,
  },
  sample: {
    purpose: 'Put in your own, place by place as visitors meet them. What you change of the sample counts as yours.',
    label: 'Remove all',
  },
};

const contactNames = t({ phone: 'phone', whatsapp: 'whatsapp', email: 'email', address: 'address' });

export function useOnboarding(user: SignedInUser | null) {
  return useQuery({
    enabled: user !== null && may(user.role, 'read', 'people'),
    ...answerAt<Onboarding>(calls.firstDay),
    // What is done on the screen of a step counts as soon as one comes back.
    staleTime: 0,
    // A mail takes some seconds to be sent.
    refetchInterval: ({ state: { data } }) => (data?.mail_server && !data.put_away ? 5_000 : false),
  });
}

export function OnboardingCard({ data }: { data: Onboarding | undefined }) {
  const queries = useQueryClient();
  const user = useUser();
  // A step that was chosen stays in view when it is done. The place outlives the dashboard.
  const [chosen, setChosen] = useState(-1);
  if (!data) return null;
  const { steps: todo, put_away } = data;
  const open = todo.flatMap(({ done }, index) => (done ? [] : [index]));
  const openFrom = (from: number) => open.find((index) => index >= from) ?? open[0] ?? -1;
  const at = todo[chosen] ? chosen : openFrom(Number(sessionStorage.getItem('first-step')));
  const current = todo[at];
  const isDone = open.length === 0;

  /** Shown at once: what moves long after a press is taken for a fault. */
  async function putAway() {
    await queries.cancelQueries({ queryKey: [calls.firstDay] });
    queries.setQueryData([calls.firstDay], { ...data, put_away: !put_away });
    const answer = await notifyFailure(api.put<Onboarding>(calls.firstDay, { put_away: !put_away }, { has: 'steps' }));
    queries.setQueryData([calls.firstDay], answer ?? data);
  }

  function go(to: number) {
    sessionStorage.setItem('first-step', String(to));
    setChosen(to);
  }

  if (put_away && isDone) return null;
  if (put_away || !current) {
    return (
      <div className="card card-body wrap">
        {isDone ? <Closing {...data} /> : <span>Some of the first steps are left.</span>}
        <button type="button" className="stitch-link" onClick={putAway}>
          {isDone ? 'Close' : 'Show them again'}
        </button>
      </div>
    );
  }
  const { step, done } = current;
  const next = openFrom(at + 1);
  return (
    <Card
      id="first-day"
      title="First steps"
      head={
        <>
          <span className="note">
            Step {at + 1} of {todo.length}
          </span>
          <div className="card-tools">
            <LanguageButton />
            <button type="button" className="icon-button" aria-label="Put the first steps away" onClick={putAway}>
              <X />
            </button>
          </div>
        </>
      }
    >
      <div className="card-body first-step" data-step={step}>
        <p role="status">
          {steps[step].purpose} {done ? 'Done.' : needsOf(data, user?.email ?? '')[step]}
        </p>
        <StepWork key={step} {...current} data={data} onBegin={() => go(at)} />
      </div>
      <div className="card-foot">
        {at > 0 && (
          <button type="button" className="button button-text" onClick={() => go(at - 1)}>
            Back
          </button>
        )}
        <button
          type="button"
          className={`button ${done ? 'button-primary' : 'button-quiet'}`}
          onClick={() => (next === at ? putAway() : go(next))}
        >
          {done ? 'Next step' : 'Skip for now'}
        </button>
      </div>
    </Card>
  );
}

/** How far the site is the vendor's own, and what visitors find empty. */
function Closing({ places }: Onboarding) {
  const empty = places.filter((place) => place.empty).map(({ section }) => auditedKinds[section]?.screen.name);
  return (
    <>
      <p>The first steps are done, and nothing of the sample is left.</p>
      {empty.length > 0 && <p>{t`Visitors find these places empty: ${empty.join(', ')}.`}</p>}
      {siteLink}
    </>
  );
}

const siteLink = (
  <a href={pages.home} target="_blank" rel="noopener" className="stitch-link">
    Look at your site
  </a>
);

/** What is missing for a step. */
function needsOf(data: Onboarding, email: string): Partial<Record<OnboardingStep, string>> {
  const nobody = email.endsWith(inventedHost)
    ? t`Mail to ${email} reaches nobody: enter an address that you read.`
    : '';
  return {
    password: nobody,
    mail: nobody,
    contact: t`To be filled in: ${data.contacts_missing.map((contact) => contactNames[contact]).join(', ')}.`,
    notify: t`Now: ${data.notified.join(', ') || t('nobody')}. Choose it in the profile.`,
  };
}

interface StepWorkProps {
  step: OnboardingStep;
  done: boolean;
  data: Onboarding;
  onBegin: () => void;
}

function LanguageButton() {
  const other = otherLanguage();
  return (
    <button
      type="button"
      className="stitch-link"
      lang={other}
      onClick={() => void notifyFailure(chooseLanguage(other))}
    >
      {otherLanguageName()}
    </button>
  );
}

/** What the step is done by, here or on another screen. */
function StepWork({ step, done, data, onBegin }: StepWorkProps) {
  const reload = useReload();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const [kept, setKept] = useState('');
  const { label, page } = steps[step];
  const isHere = !page || (step === 'mail' && data.mail_server);
  const className = `button ${done ? 'button-quiet' : 'button-primary'}`;

  async function run(work: () => Promise<unknown>) {
    if (isBusy) return;
    onBegin();
    setBusy(true);
    await work();
    await reload();
    setBusy(false);
  }

  async function act() {
    if (step === 'mail') return notifyResult(api.post(calls.testMail));
    if (step === 'sample') return askToRemove(data.sample_left, remove);
    // A number of films, where nobody picks up.
    const visitor = { name: user?.name, email: user?.email, number: '+12025550100', institute_name: testInstitute };
    return notifyFailure(api.post(calls.demoRequest, visitor));
  }

  async function remove(sections?: string[]) {
    const answer = await notifyFailure(api.post<SampleRemoved>(calls.removeSample, { sections }));
    if (!answer) return;
    setKept(answer.data.kept.map(({ name }) => name).join(', '));
    notifyUndoable(answer.message, () => void undo(answer.data.removed_at));
  }

  async function undo(removed_at: string) {
    if (await notifyResult(api.post(calls.restoreSample, { removed_at }))) setKept('');
    await reload();
  }

  return (
    <>
      {step === 'sample' && (
        <>
          <ul className="places">
            {data.places.map((place) => (
              <Place
                key={place.section}
                {...place}
                onBegin={onBegin}
                onRemove={() => run(() => remove([place.section]))}
              />
            ))}
          </ul>
          {siteLink}
        </>
      )}
      {kept && (
        <p>
          These stay, as somebody changed them or something still uses them: <span lang="bn">{kept}</span>
        </p>
      )}
      {isHere ? (
        <button
          type="button"
          className={className}
          disabled={done && !page}
          aria-busy={isBusy}
          onClick={() => run(act)}
        >
          {step === 'mail' ? 'Send a test mail' : label}
        </button>
      ) : (
        <Link to={page} className={className} onClick={onBegin}>
          {label}
        </Link>
      )}
      {step === 'request' && data.latest_request && <Arrived {...data.latest_request} onDelete={run} />}
    </>
  );
}

interface PlaceProps extends SamplePlace {
  onBegin: () => void;
  onRemove: () => void;
}

/** Its buttons keep their place, so that nothing moves under the thumb. */
function Place({ section, sample, own, empty, onBegin, onRemove }: PlaceProps) {
  const { path = '', name } = auditedKinds[section]?.screen ?? {};
  return (
    <li>
      <Link to={path} onClick={onBegin}>
        {name}
      </Link>
      <span className="note">{empty ? 'Empty' : `Sample: ${sample}, yours: ${own}`}</span>
      {section !== 'demo_requests' && (
        <Link
          to={`${path}#write`}
          className="button button-quiet button-small"
          aria-label={t`Write your own: ${name}`}
          onClick={onBegin}
        >
          Write your own
        </Link>
      )}
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={t`Remove: ${name}`}
        disabled={sample === 0}
        onClick={onRemove}
      >
        Remove
      </button>
    </li>
  );
}

type ArrivedProps = NonNullable<Onboarding['latest_request']> & { onDelete: (work: () => Promise<unknown>) => void };

function Arrived({ id, institute_name, created_at, mail, onDelete }: ArrivedProps) {
  return (
    <p className="notice">
      <Link to={leadPage(id)}>{institute_name}</Link> arrived {formatAge(created_at)}.{' '}
      {mail ? `Demo mail: ${stateWords[mail].toLowerCase()}.` : 'Demo mail: waiting.'}
      {institute_name === testInstitute && (
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => onDelete(() => notifyResult(api.delete(withId(leadCalls.one, id))))}
        >
          Delete the test
        </button>
      )}
    </p>
  );
}

function askToRemove(count: number, act: () => Promise<void>) {
  return ask({
    title: 'Remove sample content',
    text: `${count} entries of the sample that nobody changed are removed. What you changed or added stays.`,
    proceed: 'Remove them',
    act,
  });
}
