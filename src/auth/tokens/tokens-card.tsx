import { useState } from 'react';
import { roleNames } from '#api/rights.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, withId } from '#paths.ts';
import { api, useAnswer } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { CopyField } from '#ui/admin/copy-field.tsx';
import { dayAhead, formatAge, formatDay } from '#ui/admin/dates.ts';
import { askToDelete } from '#ui/admin/dialog/ask.ts';
import { notifyResult } from '#ui/admin/notify.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { DateField, TextField } from '#ui/form/text-field.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { ProgramToken } from '../schema.ts';
import { ProfileRow, RowAction } from '../second-factor/profile-card.tsx';
import { RoleField } from '../users/role-field.tsx';

/** For owners. */
export function TokensCard() {
  const { data, isError, refetch } = useAnswer<{ data: ProgramToken[] }>(adminCalls.tokens);
  const [isOpen, setOpen] = useState(false);

  async function withdraw({ id, name }: ProgramToken) {
    await askToDelete(
      'Withdraw this token?',
      `A program that uses ‘${name}’ is refused at once. This can’t be undone: the program then needs a new token.`,
      () => notifyResult(api.delete(withId(adminCalls.token, id))).then(() => refetch()),
    );
  }

  return (
    <Card
      id="tokens"
      title="Tokens for programs"
      head={
        <div className="card-tools">
          <RowAction words="New token" onClick={() => setOpen(true)} />
        </div>
      }
    >
      <div className="card-body">
        <p className="note factor-why">
          With a token another program, such as your accounting or another website, works here without anybody’s
          password.
        </p>
        {isError && <Failed onRetry={refetch} />}
        {data?.data.length === 0 && <p>No program has a token yet.</p>}
        <ul className="factors">
          {data?.data.map((token) => (
            <ProfileRow key={token.id} name={<b lang="bn">{token.name}</b>} note={factsOf(token)}>
              <RowAction words="Withdraw" of={token.name} onClick={() => void withdraw(token)} tone="text" />
            </ProfileRow>
          ))}
        </ul>
      </div>
      {isOpen && <NewToken onMade={refetch} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function NewToken({ onMade, onClose }: { onMade: () => Promise<unknown>; onClose: () => void }) {
  const [made, setMade] = useState('');
  return (
    <FormDialog
      title="New token"
      values={{ name: '', role: 'viewer', expires_at: dayAhead(365) }}
      send={async (values) => {
        const { token } = await api.post<{ token: string }>(adminCalls.tokens, values);
        setMade(token);
        await onMade();
      }}
      idle="Make the token"
      busy="Checking"
      onClose={onClose}
      result={made !== '' && { title: 'The token is made', content: <MadeToken value={made} /> }}
    >
      <div className="factor-fields">
        <TextField name="name" label="Name" required placeholder="Such as: accounting program" />
        <RoleField />
        <DateField
          name="expires_at"
          label="Last day"
          hint="Leave it empty, and the token works until you withdraw it."
        />
      </div>
    </FormDialog>
  );
}

function MadeToken({ value }: { value: string }) {
  return (
    <div className="notice notice-good" role="status">
      <p>Copy it into the program now: it is shown only this once. Whoever has it may do what its role may do.</p>
      <CopyField label="Token" value={value} />
    </div>
  );
}

function factsOf({ role, start, made_by: maker, expires_at: end, last_used_at: used, status }: ProgramToken): string {
  return [
    !status && t('Does not work any more'),
    roleNames[role],
    t`begins with ${start}`,
    t`made by ${maker}`,
    end ? t`until ${formatDay(end.slice(0, 10))}` : t('until it is withdrawn'),
    used ? t`last used ${formatAge(used)}` : t('not used yet'),
  ]
    .filter(Boolean)
    .join(' · ');
}
