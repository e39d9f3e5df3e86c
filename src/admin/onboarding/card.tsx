import { Card } from '#ui/admin/card.tsx';
import './onboarding.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { may } from '#api/rights.ts';
import type { SignedInUser } from '#auth/session.ts';
import { adminPages, calls, demoFormAnchor, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyFailure, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import type { Contact, KeptSample, Onboarding, OnboardingStep, SampleRemoved } from './schema.ts';

const steps: Record<OnboardingStep, { what: string; page: string | null }> = {
  password: { what: 'Change the password', page: adminPages.profile },
  brand: { what: 'Name and logo', page: `${adminPages.siteSettings}#identity` },
  contact: { what: 'How visitors reach you', page: `${adminPages.siteSettings}#contact` },
  mail: { what: 'Set up mail', page: adminPages.outbox },
  demo_access: { what: 'Demo link and password', page: adminPages.demoAccess },
  notify: { what: 'Who is mailed of a request', page: adminPages.profile },
  request: { what: 'A test request', page: null },
  sample: { what: 'Replace the sample', page: null },
  invite: { what: 'Invite a colleague', page: adminPages.users },
};

const contactNames: Record<Contact, string> = {
  phone: 'phone number',
  whatsapp: 'WhatsApp',
  email: 'e-mail address',
  address: 'address of the office',
  facebook: 'Facebook page',
};

/** Why an open step matters, or what it still needs. */
function reasonFor(step: OnboardingStep, { contacts_missing, mail_server, notified }: Onboarding): string {
  switch (step) {
    case 'password':
      return 'The first one was made by the program, or stands in its settings.';
    case 'brand':
      return 'They stand on every page and in every mail.';
    case 'contact':
      return `To be filled in: ${contacts_missing.map((contact) => contactNames[contact]).join(', ')}.`;
    case 'mail':
      return mail_server
        ? 'Send yourself a test mail, and look whether it arrives.'
        : 'Enter the mail server in the Outbox. Until then mails wait there.';
    case 'demo_access':
      return 'Whoever asks for a demo is mailed them. Until they are saved, these mails wait.';
    case 'notify':
      return notified.length > 0
        ? `Now: ${notified.join(', ')}, which nobody reads. Put your own e-mail address into the profile.`
        : 'Nobody: everybody chose Never in the profile, so a request is only seen by who looks in here.';
    case 'request':
      return 'Fill in the form of your site as a visitor does. It arrives here while you look.';
    case 'sample':
      return 'Visitors see it until you put your own in its place.';
    case 'invite':
      return 'Everybody gets an account of their own.';
  }
}

export function useOnboarding(user: SignedInUser | null) {
  return useQuery({
    enabled: user !== null && may(user.role, 'read', 'people'),
    queryKey: [calls.firstDay],
    queryFn: ({ signal }) => api.get<Onboarding>(calls.firstDay, { signal }),
    // A test mail takes some seconds to be sent.
    refetchInterval: ({ state }) => (state.data?.mail_server && isOpen(state.data, 'mail') ? 5_000 : false),
  });
}

export function OnboardingCard({ data }: { data: Onboarding | undefined }) {
  const queries = useQueryClient();
  const [remaining, setRemaining] = useState<KeptSample[]>([]);
  const todo = data?.steps ?? [];
  const open = todo.filter(({ done }) => !done).length;
  if (!data || data.put_away || (open === 0 && remaining.length === 0)) return null;

  async function putAway(): Promise<void> {
    const answer = await notifyFailure(api.put<Onboarding>(calls.firstDay, { put_away: true }));
    if (answer) queries.setQueryData([calls.firstDay], answer);
  }

  async function remove(): Promise<void> {
    await ask({
      title: 'Remove sample content',
      text: `${data?.sample_left} sample records that nobody changed go to the trash, and the invented contact facts are emptied. What you changed or added stays.`,
      proceed: 'Remove them',
      cancel: 'Cancel',
      tone: 'danger',
      act: removeNow,
    });
  }

  async function removeNow(): Promise<void> {
    const answer = await notifyFailure(api.post<SampleRemoved>(calls.removeSample));
    if (answer) {
      setRemaining(answer.data.kept);
      notifyUndoable(answer.message, () => void undo(answer.data.removed_at));
    }
    await queries.invalidateQueries();
  }

  async function undo(removedAt: string): Promise<void> {
    if (await notifyResult(api.post(calls.restoreSample, { removed_at: removedAt }))) setRemaining([]);
    await queries.invalidateQueries();
  }

  return (
    <Card
      id="first-day"
      title="First steps"
      head={
        <>
          <span className="note">{`${todo.length - open} of ${todo.length} done`}</span>
          <div className="card-tools">
            <button type="button" className="icon-button" aria-label="Put the first steps away" onClick={putAway}>
              <X aria-hidden="true" />
            </button>
          </div>
        </>
      }
    >
      <ol className="first-steps">
        {todo.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? <CircleCheck aria-hidden="true" /> : <span className="first-step-mark" aria-hidden="true" />}
            <span>
              <b>
                {steps[step].page && !done ? <Link to={steps[step].page}>{steps[step].what}</Link> : steps[step].what}
              </b>
              {done ? <span className="sr-only">, done</span> : <span className="note">{reasonFor(step, data)}</span>}
            </span>
            <StepAction {...{ step, done }} mailServer={data.mail_server} onRemoveSample={remove} />
          </li>
        ))}
      </ol>
      {remaining.length > 0 && (
        <div className="card-body first-kept">
          <p>These stay, as somebody changed them or something still uses them:</p>
          <ul>
            {remaining.map(({ table, id, name }) => (
              <li key={`${table} ${id}`} lang="bn">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

interface StepActionProps {
  step: OnboardingStep;
  done: boolean;
  mailServer: boolean;
  onRemoveSample: () => void;
}

function StepAction({ step, done, mailServer, onRemoveSample }: StepActionProps) {
  const className = 'button button-quiet button-small';
  if (step === 'mail' && mailServer) {
    return (
      <button type="button" className={className} onClick={() => void notifyResult(api.post(calls.testMail))}>
        Send a test mail
      </button>
    );
  }
  if (step === 'request' && !done) {
    return (
      <a href={`${pages.home}#${demoFormAnchor}`} target="_blank" rel="noopener" className={className}>
        Open the form
      </a>
    );
  }
  if (step !== 'sample' || done) return null;
  return (
    <button type="button" className={className} onClick={onRemoveSample}>
      Remove sample content
    </button>
  );
}

function isOpen({ steps }: Onboarding, step: OnboardingStep): boolean {
  return steps.some((each) => each.step === step && !each.done);
}
