import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Version, WholeVersion } from '#api/records.ts';
import { t } from '#i18n/text.ts';
import { versionPaths } from '#paths.ts';
import { api, type ListPage, type Row, useAnswer, useReload, type Written } from '#ui/admin/calls/api.ts';
import { Panel } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyError, notifyUndoable } from '#ui/admin/notify.tsx';
import type { FormValue, FormValues } from '#ui/form/call-form.tsx';
import { Failed, Pagination, pageOf } from '#ui/table/table.tsx';
import { ComparedText, labelOf, textOf } from './compare.tsx';
import { dhakaTime } from './dhaka-time.ts';

interface HistoryPanelProps {
  path: string;
  id: number;
  name: string;
  current: FormValues;
  /** Confirms if there is unsaved input. */
  mayLeave: () => Promise<boolean>;
  onRestored: () => Promise<void>;
  onTake: (values: FormValues) => void;
  onClose: () => void;
}

/** The versions of a record, each compared with the current one, with a restore. */
export default function HistoryPanel(props: HistoryPanelProps) {
  const { path, id, name, current: now, mayLeave, onRestored, onTake, onClose } = props;
  const reload = useReload();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useAnswer<ListPage<Version>>(versionPaths.versions(path, id, page));

  async function restore(number: number, undone = false) {
    if (!(await mayLeave())) return;
    try {
      const call = versionPaths.restoreVersion(path, id, number);
      const { message, undo } = await api.post<Written<Row> & { undo: number | null }>(call);
      await onRestored();
      await reload();
      if (undone || undo === null) notifyDone(message);
      else notifyUndoable(message, () => void restore(undo, true));
      onClose();
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <Panel
      title="History"
      under={
        <p className="trail" lang="bn">
          {name}
        </p>
      }
      onClose={onClose}
    >
      <div className="panel-body">
        {list.isError && <Failed what="history" onRetry={list.refetch} />}
        <ol className="versions">
          {list.data?.data.map((version) => (
            <li key={version.number}>
              <button
                type="button"
                className="version"
                aria-expanded={chosen === version.number}
                onClick={() => setChosen(chosen === version.number ? null : version.number)}
              >
                <b>{sentenceOf(version)}</b>
                <span>{dhakaTime(version.at)}</span>
                <ChevronDown />
              </button>
              {chosen === version.number && (
                <Compared
                  url={versionPaths.version(path, id, version.number)}
                  current={now}
                  onRestore={() => void restore(version.number)}
                  onTake={(values) => {
                    onTake(values);
                    onClose();
                  }}
                />
              )}
            </li>
          ))}
        </ol>
        {list.data && list.data.last_page > 1 && (
          <Pagination page={list.data} onFollow={(link) => setPage(pageOf(link))} />
        )}
      </div>
    </Panel>
  );
}

function sentenceOf({ what, scheduled, user_name }: Version): string {
  if (what === 'found') return t('As it was before the history began');
  const words = t({
    saved: 'saved it',
    draft: 'saved a draft',
    published: 'published it',
    unpublished: 'took it off the site',
    restored: 'restored an older version',
  });
  return `${user_name ?? t('Somebody')} ${words[what]}${t(scheduled ? ' at its time' : '')}`;
}

function Compared(props: {
  url: string;
  current: FormValues;
  onRestore: () => void;
  onTake: (values: FormValues) => void;
}) {
  const { url, current: now, onRestore, onTake } = props;
  const { data, isError, refetch } = useAnswer<{ data: WholeVersion }>(url);
  if (isError) return <Failed what="version" onRetry={refetch} />;
  if (!data) return <span className="skeleton version-waiting" />;
  const { fields } = data.data;
  const differing = Object.keys(now).filter((name) => textOf(fields[name]) !== textOf(now[name]));
  return (
    <div className="compared">
      {differing.length === 0 && <p className="note">It says what the record says now.</p>}
      {differing.map((name) => (
        <section key={name}>
          <h3>{labelOf(name)}</h3>
          {name === 'image' ? (
            <p className="compared-pictures">
              {[fields.image, now.image].map(
                (image) =>
                  typeof image === 'string' && image && <img key={image} className="thumbnail" src={image} alt="" />,
              )}
            </p>
          ) : (
            <ComparedText old={textOf(fields[name])} current={textOf(now[name])} />
          )}
        </section>
      ))}
      <p className="compared-tools">
        <button type="button" className="button button-quiet button-small" onClick={() => onTake(formOf(now, fields))}>
          Edit this version
        </button>
        <button type="button" className="button button-primary button-small" onClick={onRestore}>
          Restore this version
        </button>
      </p>
    </div>
  );
}

/** The fields of a version that the form can take: not its picture and its status. */
function formOf(current: FormValues, fields: WholeVersion['fields']): FormValues {
  const names = Object.keys(current).filter((name) => name !== 'image' && name !== 'status');
  return Object.fromEntries(names.map((name) => [name, fields[name] as FormValue]));
}
