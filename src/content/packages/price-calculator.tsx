import { bengaliDigits } from '#api/text.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { money } from './amounts.ts';
import { chosenPackage } from './chosen-package.ts';
import { type Cost, costOf, readStudents } from './costs.ts';
import { LedgerTable } from './ledgers.tsx';
import {
  answerAnchor,
  calculateQuote,
  type Quote,
  type QuoteInput,
  type QuoteResult,
  quoteOf,
  quotePath,
} from './quote.ts';
import { QuotePage } from './quote-page.tsx';
import type { Package, PackageGroup } from './schema.ts';
import { calculatorWords as words } from './strings.ts';

export const calculatorAnchor = 'calculator';

export interface PriceCalculatorProps {
  groups: PackageGroup[];
  query: QuoteInput;
  /** Public origin of the site, for shareable links. */
  origin: string;
  /** YYYY-MM-DD. */
  today: string;
}

/** A GET form; its answer has an address of its own. */
export function PriceCalculator({ groups, query, origin, today }: PriceCalculatorProps) {
  const answered = calculateQuote(groups, query);
  const { quote, students } = answered;
  const form = <CalculatorForm groups={groups} query={query} answered={answered} />;
  const isAnswered = students !== null && !answered.wrong.sms;
  return (
    <>
      {isAnswered ? (
        <details className="calculator-asked">
          <summary>
            {summaryOf(answered, students)} · <span>{words.change}</span>
          </summary>
          {form}
        </details>
      ) : (
        form
      )}
      {quote && (
        <>
          <QuotePage quote={quote} address={origin + quotePath(quote)} today={today} />
          {quote.group.packages.length > 1 && (
            <details className="quote-others">
              <summary>{words.others}</summary>
              <CostTable group={quote.group} students={quote.students} sms={quote.sms?.count ?? null} />
            </details>
          )}
        </>
      )}
      {!quote && isAnswered && (
        <CostTables groups={answered.group ? [answered.group] : groups} students={students} sms={answered.sms} />
      )}
    </>
  );
}

function summaryOf({ group, sms }: QuoteResult, students: number): string {
  return [group?.name, words.people(students), sms && words.smsCount(sms)].filter(Boolean).join(' · ');
}

function CalculatorForm({
  groups,
  query,
  answered,
}: Pick<PriceCalculatorProps, 'groups' | 'query'> & { answered: QuoteResult }) {
  const { wrong } = answered;
  return (
    <form action={`${pages.packages}#${answerAnchor}`} className="calculator" noValidate aria-label={words.heading}>
      <div className="field">
        <label htmlFor="kind">{words.kind}</label>
        <select id="kind" name="kind" defaultValue={String(answered.group?.id ?? groups[0]?.id ?? '')}>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <NumberField
        name="students"
        label={words.students}
        example={words.example}
        value={query.students}
        wrong={wrong.students}
        isAnswer={wrong.students}
      />
      {groups.some(({ sms_price }) => sms_price) && (
        <NumberField
          name="sms"
          label={words.sms}
          example={words.smsExample}
          value={query.sms}
          wrong={wrong.sms}
          isAnswer={wrong.sms && !wrong.students}
        />
      )}
      <button type="submit" className="button button-primary">
        {words.submit}
      </button>
    </form>
  );
}

function NumberField(props: {
  name: string;
  label: string;
  example: string;
  value: string;
  wrong: boolean;
  isAnswer: boolean;
}) {
  const { name, label, example, value: typed, wrong } = props;
  // The answer's fragment points to the first invalid field.
  const id = props.isAnswer ? answerAnchor : name;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        placeholder={example}
        defaultValue={readStudents(typed) === null ? typed : bengaliDigits(typed)}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${name}-error` : undefined}
      />
      {wrong && (
        <p id={`${name}-error`} className="field-error">
          <Icon name="error" />
          {words.wrong(example)}
        </p>
      )}
    </div>
  );
}

/** What the prices depend on. */
interface Quantities {
  students: number;
  sms: number | null;
}

function CostTables({ groups, ...quantities }: Quantities & { groups: PackageGroup[] }) {
  return (
    <>
      <div className="cost-head flow">
        <p id={answerAnchor} tabIndex={-1}>
          {words.rule}
        </p>
      </div>
      <div className="ledgers">
        {groups
          .filter((group) => group.packages.length > 0)
          .map((group) => (
            <CostTable key={group.id} group={group} {...quantities} />
          ))}
      </div>
    </>
  );
}

function CostTable({ group, ...quantities }: Quantities & { group: PackageGroup }) {
  const heads = [words.package, words.firstYear, words.laterYears];
  return (
    <LedgerTable id={`costs-${group.id}`} name={group.name} heads={heads} className=" cost-page">
      {group.packages.map((item) => (
        <CostRow key={item.id} group={group} item={item} {...quantities} />
      ))}
    </LedgerTable>
  );
}

function CostRow({ group, item, students, sms }: Quantities & { group: PackageGroup; item: Package }) {
  const cost = costOf(item, students);
  const quote = quoteOf(group, item, students, sms);
  const selection = chosenPackage(group, item, students);
  const query = {
    kind: String(group.id),
    students: String(students),
    ...(sms && { sms: String(sms) }),
    package: String(item.id),
  };
  const demo = pages.packagesFor(query, demoFormAnchor);
  return (
    <tr>
      <th scope="row">
        {item.package_name}
        {quote && <small>{words.perStudent(money(quote.perStudent))}</small>}
        {(cost.status === 'known' || cost.status === 'open') && (
          <a href={demo}>
            {words.demo}
            <span className="sr-only">: {selection.package}</span>
            <Icon name="arrow" />
          </a>
        )}
      </th>
      <CostCells cost={cost} quote={quote} />
    </tr>
  );
}

function CostCells({ cost, quote }: { cost: Cost; quote: Quote | null }) {
  if (quote)
    return (
      <>
        <td>{money(quote.firstYear)}</td>
        <td>{money(quote.laterYear)}</td>
      </>
    );
  return (
    <td colSpan={2} className="cost-words">
      {'limit' in cost ? words[cost.status](cost.limit) : words.open}
    </td>
  );
}
