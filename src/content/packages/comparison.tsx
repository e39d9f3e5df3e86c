import type { ReactNode } from 'react';
import { bengaliMoney } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { anchorOf } from './anchor.ts';
import { sizeOf } from './costs.ts';
import { linesOf } from './included.ts';
import type { Package, PackageGroup } from './schema.ts';
import { words } from './words.ts';

/** Packages of one category side by side; links with fragments select the category, without script. */
export function Comparisons({ groups }: { groups: PackageGroup[] }) {
  if (groups.length === 0) return <EmptyState />;
  return (
    <>
      {groups.length > 1 && (
        <nav className="compare-kinds" aria-label={words.kinds}>
          {groups.map((group) => (
            <a key={group.id} href={`#${anchorOf(group)}`}>
              {group.name}
            </a>
          ))}
        </nav>
      )}
      <div className="compare">
        {groups.map((group) => (
          <Comparison key={group.id} group={group} />
        ))}
      </div>
    </>
  );
}

function Comparison({ group }: { group: PackageGroup }) {
  const { packages } = group;
  const heading = `${anchorOf(group)}-name`;
  const isTold = (has: (item: Package) => boolean) => packages.some(has);
  const included = [...new Set(packages.flatMap(linesOf))];
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
                <span className="sr-only">{words.line}</span>
              </th>
              {packages.map((item) => (
                <th key={item.id} scope="col" data-recommended={item.recommended ? '' : undefined}>
                  {item.package_name}
                  {item.recommended === 1 && <small>{words.recommended}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isTold(({ audience }) => audience !== '') && (
              <Line name={words.audience} packages={packages} tell={({ audience }) => audience || '—'} />
            )}
            {isTold((item) => sizeOf(item).least !== null || sizeOf(item).most !== null) && (
              <Line name={words.students} packages={packages} tell={sizeInWords} />
            )}
            <Line
              name={words.installation}
              packages={packages}
              tell={(item) => <b>{bengaliMoney(item.installation_cost)}</b>}
            />
            <Line
              name={words.monthly}
              packages={packages}
              tell={(item) => <b>{bengaliMoney(item.monthly_charge)}</b>}
            />
            {included.map((line) => (
              <Line
                key={line}
                name={line}
                packages={packages}
                tell={(item) => <Mark has={linesOf(item).includes(line)} />}
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
      <b>{words.onTop}:</b> {note}
    </p>
  );
}

function Line(props: { name: string; packages: Package[]; tell: (item: Package) => ReactNode }) {
  const { name, packages, tell } = props;
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
      </th>
      {packages.map((item) => (
        <td key={item.id} data-recommended={item.recommended ? '' : undefined}>
          {tell(item)}
        </td>
      ))}
    </tr>
  );
}

function Mark({ has }: { has: boolean }) {
  return has ? (
    <>
      <Icon name="check" />
      <span className="sr-only">{words.has}</span>
    </>
  ) : (
    <>
      <span className="lacks" aria-hidden="true">
        —
      </span>
      <span className="sr-only">{words.lacks}</span>
    </>
  );
}

function sizeInWords(item: Package): string {
  const { least, most } = sizeOf(item);
  if (least !== null && most !== null) return words.between(least, most);
  if (most !== null) return words.upTo(most);
  return least === null ? words.anyNumber : words.from(least);
}
