import { ArrowLeft, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { ListTableView } from '#cms/collections/list/list-table.tsx';
import { StatusBadge } from '#cms/versions/pending.tsx';
import { adminCalls } from '#paths.ts';
import { useAnswer } from '#ui/admin/calls/use-answer.ts';
import { Card } from '#ui/admin/card.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import type { FeatureRow } from '../schema.ts';
import { ContentPanel, type ContentSummary, contentsPath } from './admin-panel.tsx';
import './admin.css';

interface FeatureDetailsProps {
  id: number;
  onBack: () => void;
  onEdit: () => void;
}

export function FeatureDetailsAdmin({ id, onBack, onEdit }: FeatureDetailsProps) {
  const path = `${adminCalls.features}/${id}`;
  const { data, isError, refetch } = useAnswer<{ data: FeatureRow }>(path);
  const contentsQuery = useAnswer<{ data: ContentSummary[] }>(contentsPath(id));
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const feature = data?.data;
  const category = feature?.category.find((one) => one.id === categoryId);
  return (
    <>
      <h1 className="sr-only">Feature details</h1>
      <div className="stack">
        <div>
          <button type="button" className="stitch-link" onClick={onBack}>
            <ArrowLeft />
            Back to list
          </button>
        </div>
        <Card
          id="feature"
          title="Feature details"
          head={
            <div className="card-tools">
              <Writers>
                <button type="button" className="button button-quiet" onClick={onEdit}>
                  <Pencil />
                  Edit
                </button>
              </Writers>
            </div>
          }
        >
          {feature && <Heading feature={feature} />}
        </Card>
        <Card id="categories" title="Categories">
          <ListTableView
            label="Categories"
            columns={[
              { head: 'Category', cell: ({ category_name }) => <b className="strong">{category_name}</b> },
              {
                head: 'Texts',
                cell: (one) => <Texts told={contentsQuery.data?.data} failed={contentsQuery.isError} of={one.id} />,
              },
            ]}
            rows={feature?.category.map((one) => ({ ...one, updated_at: '' }))}
            from={1}
            nameOf={({ category_name }) => category_name}
            editingId={categoryId}
            state={isError ? 'failed' : feature ? 'ready' : 'loading'}
            emptyHint="Give this feature a category first: edit it."
            onRetry={() => void refetch()}
            actions={(one) => (
              <Writers>
                <button
                  type="button"
                  className="row-action"
                  aria-label={`Write content: ${one.category_name}`}
                  onClick={() => setCategoryId(one.id)}
                >
                  <Plus />
                </button>
              </Writers>
            )}
          />
        </Card>
      </div>
      {feature && category && (
        <ContentPanel feature={feature} category={category} onClose={() => setCategoryId(null)} />
      )}
    </>
  );
}

function Texts({ told, failed, of }: { told: ContentSummary[] | undefined; failed: boolean; of: number }) {
  if (failed) return <span className="note">Could not be loaded.</span>;
  if (!told) return <span className="skeleton texts-waiting" />;
  const texts = told.filter(({ singleCategory }) => singleCategory === of);
  if (texts.length === 0) return <span className="note">Nothing is written yet.</span>;
  return (
    <ul className="texts">
      {texts.map(({ id, sub_category_name, status, pending }) => (
        <li key={id}>
          <span lang="bn">{sub_category_name}</span>
          {(pending || status === 0) && <StatusBadge record={{ status, pending }} />}
        </li>
      ))}
    </ul>
  );
}

function Heading({ feature }: { feature: FeatureRow }) {
  return (
    <div className="card-body feature-heading">
      <span className="niche">
        {feature.image && <img src={feature.image} alt="" width={96} height={96} />}
        <i />
      </span>
      <div>
        <p className="feature-name">{feature.title}</p>
        <StatusBadge record={feature} />
      </div>
    </div>
  );
}
