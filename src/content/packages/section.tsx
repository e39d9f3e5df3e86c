import type { ReactNode } from 'react';
import { bengaliDigits, linesOf } from '#api/text.ts';
import { packageAnchor, pages } from '#paths.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Band, EmptyState } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { sizeOf } from './costs.ts';
import type { Package, PackageGroup } from './kind.server.ts';
import { anchorOf, packageStrings, priceLineWords } from './strings.ts';

export function PackagesSection({ groups }: { groups: PackageGroup[] }) {
  return (
    <Band
      className="later band-sunken"
      anchor="packages"
      id="packages-heading"
      title={packageStrings.heading}
      lead={packageStrings.lead}
      aside={<StitchLink href={pages.calculator}>{priceLineWords.calculator}</StitchLink>}
    >
      <Ledgers groups={groups} />
      <p className="ledgers-more flow">
        {groups.some(({ note }) => note) && (
          <StitchLink href={pages.extraCosts}>{packageStrings.extraCosts}</StitchLink>
        )}
        <StitchLink href={pages.faq}>সাধারণ জিজ্ঞাসা</StitchLink>
      </p>
    </Band>
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
            {hasSize(item) && <small>{sizeInWords(item)}</small>}
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

export interface ComparisonsProps {
  groups: PackageGroup[];
  /** Of a calculation: its category comes first, and is the one that is seen. */
  chosen?: PackageGroup | undefined;
  /** The address of the feature behind a line. */
  featureOfLine: ReadonlyMap<string, string>;
}

/** Packages of one category side by side; links with fragments select the category, without script. */
export function Comparisons({ groups, chosen, featureOfLine }: ComparisonsProps) {
  if (groups.length === 0) return <EmptyState />;
  const ordered = chosen ? [chosen, ...groups.filter((group) => group !== chosen)] : groups;
  return (
    <div className="compare">
      {ordered.map((group) => (
        <Comparison key={group.id} group={group} featureOfLine={featureOfLine}>
          <KindLinks groups={groups} chosen={group} />
        </Comparison>
      ))}
    </div>
  );
}

/** Each category has these links of its own: so they say which one is chosen. */
function KindLinks({ groups, chosen }: { groups: PackageGroup[]; chosen: PackageGroup }) {
  if (groups.length < 2) return null;
  return (
    <nav className="compare-kinds flow" aria-label="কোন ধরনের প্রতিষ্ঠান">
      {groups.map((group) => (
        <a key={group.id} href={`#${anchorOf(group)}`} aria-current={group === chosen ? 'true' : undefined}>
          {group.name}
        </a>
      ))}
    </nav>
  );
}

interface ComparisonProps extends Pick<ComparisonsProps, 'featureOfLine'> {
  group: PackageGroup;
  children: ReactNode;
}

function Comparison({ group, featureOfLine, children }: ComparisonProps) {
  const { packages } = group;
  const heading = `${anchorOf(group)}-name`;
  const included = [...new Set(packages.flatMap(({ includes }) => linesOf(includes)))];
  return (
    <section id={anchorOf(group)} tabIndex={-1} aria-labelledby={heading}>
      {children}
      <h2 id={heading} className="ledger-tab">
        {group.name}
      </h2>
      <div className="compare-sheet">
        <table className="compare-page" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">কী মিলিয়ে দেখছেন</span>
              </th>
              {packages.map((item) => (
                <th
                  key={item.id}
                  scope="col"
                  id={packageAnchor(item.id)}
                  data-id={item.id}
                  data-recommended={item.recommended ? '' : undefined}
                >
                  {item.package_name}
                  {item.recommended === 1 && <small>আমাদের পরামর্শ</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {packages.some(({ audience }) => audience !== '') && (
              <Line name="কাদের জন্য" packages={packages} render={({ audience }) => audience || '—'} />
            )}
            {packages.some(hasSize) && <Line name="শিক্ষার্থী" packages={packages} render={sizeInWords} />}
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
                href={featureOfLine.get(line)}
                packages={packages}
                render={(item) => <Mark has={linesOf(item.includes).includes(line)} />}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Charges beside the packages, with the categories where it isn't so in all of them. */
export function ExtraCosts({ groups }: { groups: PackageGroup[] }) {
  const notes = groups.flatMap(({ name, note }) => linesOf(note).map((line) => ({ name, line })));
  return (
    <ul className="extra-costs">
      {[...Map.groupBy(notes, ({ line }) => line)].map(([line, kinds]) => (
        <li key={line}>
          {line}
          {kinds.length < groups.length && ` (${kinds.map(({ name }) => name).join(', ')})`}
        </li>
      ))}
    </ul>
  );
}

function Line(props: {
  name: string;
  href?: string | undefined;
  packages: Package[];
  render: (item: Package) => ReactNode;
}) {
  const { name, href, packages, render } = props;
  return (
    <tr>
      <th scope="row">
        <span>{href ? <a href={href}>{name}</a> : name}</span>
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
      <span className="sr-only">আছে</span>
    </>
  ) : (
    <>
      <span className="lacks" aria-hidden="true">
        —
      </span>
      <span className="sr-only">নেই</span>
    </>
  );
}

function hasSize(item: Package): boolean {
  const { least, most } = sizeOf(item);
  return least !== null || most !== null;
}

function sizeInWords(item: Package): string {
  const { least, most } = sizeOf(item);
  if (least !== null && most !== null) return packageStrings.between(least, most);
  if (most !== null) return packageStrings.upTo(most);
  return least === null ? 'যত জনই হোক' : packageStrings.from(least);
}
