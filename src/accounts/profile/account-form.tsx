import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { FormCard } from '#ui/form/form-card.tsx';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { ImageField } from '#ui/form/image-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { accountOnWire } from '../schema.ts';
import { setUser } from '../session.ts';

export type Account = z.infer<typeof accountOnWire>;

export function AccountForm({ account }: { account: Account }) {
  const { form, submit, others, dirty } = useOnlyRecord({
    path: calls.account,
    record: account,
    valuesOf: ({ name, email }) => ({ name, email, image: '' }),
    onShow: ({ id, name, email, image, role }) => setUser({ id, name, email, image, role }),
  });
  useLeaveGuard(dirty, 'profile');
  return (
    <FormCard title="Your account" {...{ form, submit, others }}>
      <div className="form-layout">
        <FormColumns side={<ImageField name="image" label="Picture" existing={account.image} />}>
          <TextField name="name" label="Name" required autoComplete="name" span={6} />
          <TextField name="email" label="Email" type="email" required autoComplete="email" span={6} />
        </FormColumns>
      </div>
    </FormCard>
  );
}
