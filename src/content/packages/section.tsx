import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { KindLinks } from './comparison.tsx';
import type { PackageGroup } from './kind.server.ts';
import { anchorOf, packageStrings, priceLineWords } from './strings.ts';

export function PackagesSection({ groups }: { groups: PackageGroup[] }) {
  return (
    <section id="packages" className="band later band-sunken" aria-labelledby="packages-heading">
      <div className="shell">
        <SectionHeading
          id="packages-heading"
          title={packageStrings.heading}
          lead={packageStrings.lead}
          aside={<StitchLink href={pages.calculator}>{priceLineWords.calculator}</StitchLink>}
        />
        <Ledgers groups={groups} />
        <p className="ledgers-more flow">
          {groups.some(({ note }) => note) && (
            <StitchLink href={pages.extraCosts}>{packageStrings.extraCosts}</StitchLink>
          )}
          <StitchLink href={pages.faq}>সাধারণ জিজ্ঞাসা</StitchLink>
        </p>
      </div>
    </section>
  );
}

function Ledgers({ groups }: { groups: PackageGroup[] }) {
  return (
    <div className="ledgers">
      {groups.map((group) => (
        <Ledger key={group.id} group={group} groups={groups} />
      ))}
    </div>
  );
}

function Ledger({ group, groups }: { group: PackageGroup; groups: PackageGroup[] }) {
  const { number, package: name, installation, monthly } = packageStrings;
  const heads = [
    <span key="number" className="sr-only">
      {number}
    </span>,
    name,
    installation,
    monthly,
  ];
  return (
    <LedgerTable
      id={anchorOf(group)}
      name={group.name}
      heads={heads}
      kinds={<KindLinks groups={groups} chosen={group} />}
    >
      {group.packages.map((item, index) => (
        <tr key={item.id}>
          <td>{bengaliDigits(index + 1)}</td>
          <th scope="row" data-id={item.id}>
            {item.package_name}
          </th>
          <CostCell cost={item.installation_cost} />
          <CostCell cost={item.monthly_charge} />
        </tr>
      ))}
    </LedgerTable>
  );
}

interface LedgerTableProps {
  id: string;
  name: string;
  heads: ReactNode[];
  className?: string;
  kinds?: ReactNode;
  children: ReactNode;
}

export function LedgerTable({ id, name, heads, className = '', kinds, children }: LedgerTableProps) {
  return (
    <div id={id}>
      {kinds}
      <h3 id={`${id}-name`} className="ledger-tab">
        {name}
      </h3>
      <div className="ledger-sheet">
        <table className={`ledger-page${className}`} aria-labelledby={`${id}-name`}>
          <thead>
            <tr>
              {heads.map((head, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the heads of a table stay as they are
                <th key={index} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </div>
  );
}

/** An amount in taka, or the text that staff wrote instead. */
function CostCell({ cost }: { cost: string }) {
  return <td className={plainAmount(cost) === null ? undefined : 'sum'}>{bengaliMoney(cost)}</td>;
}
