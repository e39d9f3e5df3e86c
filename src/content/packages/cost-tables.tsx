import { demoFormAnchor, pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { money } from './amounts.ts';
import { chosenPackage } from './chosen-package.ts';
import { type Cost, costOf } from './costs.ts';
import { LedgerTable } from './ledgers.tsx';
import { answerAnchor } from './quote.ts';
import type { Package, PackageGroup } from './schema.ts';
import { calculatorWords as words } from './strings.ts';

export function CostTables({ groups, students }: { groups: PackageGroup[]; students: number }) {
  return (
    <>
      <div className="cost-head">
        <p id={answerAnchor} tabIndex={-1}>
          {words.rule}
        </p>
      </div>
      <div className="ledgers">
        {groups
          .filter((group) => group.packages.length > 0)
          .map((group) => (
            <CostTable key={group.id} group={group} students={students} />
          ))}
      </div>
    </>
  );
}

export function CostTable({ group, students }: { group: PackageGroup; students: number }) {
  const heads = [words.package, words.firstYear, words.laterYears];
  return (
    <LedgerTable id={`costs-${group.id}`} name={group.name} heads={heads} className=" cost-page">
      {group.packages.map((item) => (
        <CostRow key={item.id} group={group} item={item} students={students} />
      ))}
    </LedgerTable>
  );
}

function CostRow({ group, item, students }: { group: PackageGroup; item: Package; students: number }) {
  const cost = costOf(item, students);
  const selection = chosenPackage(group, item, students);
  const query = { kind: String(group.id), students: String(students), package: String(item.id) };
  const demo = pages.packagesFor(query, demoFormAnchor);
  return (
    <tr>
      <th scope="row">
        {item.package_name}
        {cost.status === 'known' && <small>{words.perStudent(money(cost.monthlyPerStudent))}</small>}
        {(cost.status === 'known' || cost.status === 'open') && (
          <a href={demo}>
            {words.demo}
            <span className="sr-only">: {selection.package}</span>
            <Icon name="arrow" />
          </a>
        )}
      </th>
      <CostCells cost={cost} />
    </tr>
  );
}

function CostCells({ cost }: { cost: Cost }) {
  if (cost.status === 'known')
    return (
      <>
        <td>{money(cost.firstYear)}</td>
        <td>{money(cost.laterYears)}</td>
      </>
    );
  return (
    <td colSpan={2} className="cost-words">
      {cost.status === 'open' ? words.open : words[cost.status](cost.limit)}
    </td>
  );
}
