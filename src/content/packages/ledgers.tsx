import { bengaliDigits } from '#api/text.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { OnTop } from './comparison.tsx';
import type { Package, PackageGroup } from './schema.ts';
import { packageStrings } from './strings.ts';

export function Ledgers({ groups }: { groups: PackageGroup[] }) {
  const notes = new Set(groups.flatMap(({ note }) => note || []));
  return (
    <>
      <div className="ledgers">
        {groups.map((group) => (
          <Ledger key={group.id} group={group} />
        ))}
      </div>
      {[...notes].map((note) => (
        <OnTop key={note} note={note} />
      ))}
    </>
  );
}

function Ledger({ group }: { group: PackageGroup }) {
  const heading = `packages-${group.id}`;
  return (
    <div>
      <h3 id={heading} className="ledger-tab">
        {group.name}
      </h3>
      <div className="ledger-sheet">
        <table className="ledger-page" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{packageStrings.number}</span>
              </th>
              <th scope="col">{packageStrings.package}</th>
              <th scope="col">{packageStrings.installation}</th>
              <th scope="col">{packageStrings.monthly}</th>
            </tr>
          </thead>
          <tbody>
            {group.packages.map((item, index) => (
              <LedgerRow key={item.id} item={item} number={index + 1} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function LedgerRow({ item, number }: { item: Package; number: number }) {
  return (
    <tr>
      <td>{bengaliDigits(number)}</td>
      <th scope="row">{item.package_name}</th>
      <CostCell cost={item.installation_cost} />
      <CostCell cost={item.monthly_charge} />
    </tr>
  );
}

/** An amount in taka, or the text that staff wrote instead. */
function CostCell({ cost }: { cost: string }) {
  return <td className={plainAmount(cost) === null ? undefined : 'sum'}>{bengaliMoney(cost)}</td>;
}
