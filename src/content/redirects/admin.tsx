import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { fieldsOf, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls } from '#paths.ts';
import { useAnswer } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import type { FormValues } from '#ui/form/call-form.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import { type Column, Failed } from '#ui/table/table.tsx';
import './admin.css';
import { readable } from './addresses.ts';
import type { missedPathSchema, redirectRecordSchema, redirectShapes } from './data.server.ts';

type RedirectRow = z.infer<typeof redirectRecordSchema>;
type MissedPath = z.infer<typeof missedPathSchema>;
type Form = FormOf<typeof redirectShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<RedirectRow, Form> = {
  path: adminCalls.redirects,
  title: 'Redirect',
  one: 'redirect',
  empty: { from_path: '', to_address: '', status: true },
  nameOf: ({ from_path }) => from_path,
  onSite: ({ from_path, status }) => (status ? encodeURI(from_path) : ''),
};

const columns: Column<RedirectRow>[] = [
  { head: 'Old path', sort: 'from_path', cell: ({ from_path }) => <Path strong>{from_path}</Path> },
  { head: 'Leads to', sort: 'to_address', cell: ({ to_address }) => <Path>{readable(to_address)}</Path> },
  {
    head: 'Followed',
    cell: ({ hits, last_hit_at }) => (
      <>
        {last_hit_at ? (
          <>
            {hits} ×, {formatAge(last_hit_at)}
          </>
        ) : (
          'Never'
        )}
      </>
    ),
  },
  statusColumn,
];

export default function RedirectsScreen() {
  const [start, setStart] = useState<FormValues | null>(null);
  return (
    <>
      <ListScreen
        title="Redirects"
        kind={kind}
        columns={columns}
        start={{ values: start, onStarted: () => setStart(null) }}
        fields={() => (
          <FormColumns side={<StatusSwitch active="Followed" inactive="Not followed" />}>
            <TextField
              name="from_path"
              label="Old path"
              type="url"
              required
              span={6}
              hint="Such as /old-news. A whole address of this site may be pasted."
            />
            <TextField
              name="to_address"
              label="New address"
              type="url"
              required
              span={6}
              hint="A path of this site, or an address that begins with https://."
            />
          </FormColumns>
        )}
      />
      <UnknownAddresses onMake={({ path }) => setStart({ ...kind.empty, from_path: path })} />
    </>
  );
}

function UnknownAddresses({ onMake }: { onMake: (missed: MissedPath) => void }) {
  const { data, isError, refetch } = useAnswer<{ data: MissedPath[] }>(adminCalls.redirectsMissed);
  const rows = data?.data ?? [];
  return (
    <Card
      id="unknown"
      title="Unknown addresses"
      className="unknown-addresses"
      head={<span className="note">What visitors asked for and nobody has, in the last 90 days.</span>}
    >
      {isError && <Failed onRetry={refetch} />}
      {data && rows.length === 0 && <p className="card-body note">Nobody asked for a page that is not there.</p>}
      {rows.length > 0 && (
        <ul className="card-rows card-body">
          {rows.map((missed) => (
            <li key={missed.path}>
              <span className="unknown-path">
                <Path strong>{missed.path}</Path>
                <span className="note">
                  {missed.count === 1 ? 'Once' : `${missed.count} times`}, last {formatAge(missed.last_at)}
                  {missed.referrer && `, from ${missed.referrer}`}
                </span>
              </span>
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Make a redirect: ${missed.path}`}
                onClick={() => onMake(missed)}
              >
                <CornerDownRight />
                Make a redirect
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Path({ strong = false, children }: { strong?: boolean; children: string }) {
  return (
    <bdi lang="bn" className={strong ? 'path strong' : 'path'}>
      {children}
    </bdi>
  );
}
