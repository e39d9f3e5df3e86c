import type { ReactNode } from 'react';
import { bengaliMoney } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { anchorOf } from './anchor.ts';
import { sizeOf } from './costs.ts';
import { packageLines } from './included.ts';
import type { Package, PackageGroup } from './schema.ts';
import { packageStrings } from './strings.ts';

/** Packages of one category side by side; links with fragments select the category, without script. */
export function Comparisons({ groups }: { groups: PackageGroup[] }) {
  if (groups.length === 0) return <EmptyState />;
  return (
    <>
      <KindLinks groups={groups} />
      <div className="compare">
        {groups.map((group) => (
          <Comparison key={group.id} group={group} />
        ))}
      </div>
    </>
  );
}

export function KindLinks({ groups }: { groups: PackageGroup[] }) {
  if (groups.length < 2) return null;
  return (
    <nav className="compare-kinds flow" aria-label={packageStrings.kinds}>
      {groups.map((group) => (
        <a key={group.id} href={`#${anchorOf(group)}`}>
          {group.name}
        </a>
      ))}
    </nav>
  );
}

function Comparison({ group }: { group: PackageGroup }) {
  const { packages } = group;
  const heading = `${anchorOf(group)}-name`;
  const included = [...new Set(packages.flatMap(packageLines))];
  return (
    <section id={anchorOf(group)} aria-labelledby={heading}>
      <h2 id={heading} className="ledger-tab">
        {group.name}
      </h2>
      <div className="compare-sheet">
        <table className="compare-page" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{packageStrings.line}</span>
              </th>
              {packages.map((item) => (
                <th key={item.id} scope="col" data-id={item.id} data-recommended={item.recommended ? '' : undefined}>
                  {item.package_name}
                  {item.recommended === 1 && <small>{packageStrings.recommended}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {packages.some(({ audience }) => audience !== '') && (
              <Line name={packageStrings.audience} packages={packages} render={({ audience }) => audience || '—'} />
            )}
            {packages.some((item) => sizeOf(item).least !== null || sizeOf(item).most !== null) && (
              <Line name={packageStrings.students} packages={packages} render={sizeInWords} />
            )}
            <Line
              name={packageStrings.installation}
              packages={packages}
              render={(item) => <b>{bengaliMoney(item.installation_cost)}</b>}
            />
            <Line
              name={packageStrings.monthly}
              packages={packages}
              render={(item) => <b>{bengaliMoney(item.monthly_charge)}</b>}
            />
            {included.map((line) => (
              <Line
                key={line}
                name={line}
                packages={packages}
                render={(item) => <Mark has={packageLines(item).includes(line)} />}
              />
            ))}
          </tbody>
        </table>
      </div>
      {group.note && <OnTop note={group.note} />}
    </section>
  );
}

export function OnTop({ note }: { note: string }) {
  return (
    <p className="on-top">
      <b>{packageStrings.onTop}:</b> {note}
    </p>
  );
}

function Line(props: { name: string; packages: Package[]; render: (item: Package) => ReactNode }) {
  const { name, packages, render } = props;
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
      </th>
      {packages.map((item) => (
        <td key={item.id} data-recommended={item.recommended ? '' : undefined}>
          {render(item)}
        </td>
      ))}
    </tr>
  );
}

function Mark({ has }: { has: boolean }) {
  return has ? (
    <>
      <Icon name="check" />
      <span className="sr-only">{packageStrings.has}</span>
    </>
  ) : (
    <>
      <span className="lacks" aria-hidden="true">
        —
      </span>
      <span className="sr-only">{packageStrings.lacks}</span>
    </>
  );
}

function sizeInWords(item: Package): string {
  const { least, most } = sizeOf(item);
  if (least !== null && most !== null) return packageStrings.between(least, most);
  if (most !== null) return packageStrings.upTo(most);
  return least === null ? packageStrings.anyNumber : packageStrings.from(least);
}
