import { bengaliDigits, linesOf } from '#api/text.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { demoFormAnchor, extraCostsAnchor, pages } from '#paths.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { bengaliDate, bengaliMoney } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { institutionKey } from '#ui/site/institution.ts';
import { Island } from '#ui/site/island.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import { type Cost, costOf, readStudents } from './costs.ts';
import type { Package, PackageGroup } from './kind.server.ts';
import {
  answerAnchor,
  calculateQuote,
  chosenPackage,
  type Quote,
  type QuoteInput,
  type QuoteResult,
  quoteInWords,
  quoteOf,
  quotePath,
} from './quote.ts';
import { ExtraCosts, LedgerTable } from './section.tsx';
import { grouped, money, packageStrings, calculatorWords as words } from './strings.ts';

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
            {summaryOf(answered, students)} · <span>বদলান</span>
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
              <summary>এই ধরনের সব প্যাকেজের খরচ</summary>
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
  return [group?.name, `${grouped(students)} জন`, sms && `মাসে ${grouped(sms)}টি এসএমএস`].filter(Boolean).join(' · ');
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
        <label htmlFor="kind">প্রতিষ্ঠানের ধরন</label>
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
        label="শিক্ষার্থীর সংখ্যা"
        example="যেমন ৩৫০"
        value={query.students}
        wrong={wrong.students}
        isAnswer={wrong.students}
      />
      {groups.some(({ sms_price }) => sms_price) && (
        <NumberField
          name="sms"
          label="মাসে কত এসএমএস (না জানলে খালি রাখুন)"
          example="যেমন ১,০০০"
          value={query.sms}
          wrong={wrong.sms}
          isAnswer={wrong.sms && !wrong.students}
        />
      )}
      <button type="submit" className="button button-primary">
        খরচ দেখুন
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
          {`১ থেকে ১,০০,০০০ পর্যন্ত একটি সংখ্যা লিখুন, ${example}।`}
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
          প্রথম বছর: ইনস্টলেশন খরচ ও ১২ মাসের চার্জ। পরের প্রতি বছর: ১২ মাসের চার্জ।
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
  const heads = ['প্যাকেজ', words.firstYear, words.laterYears];
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
        {quote && <small>{`জনপ্রতি মাসে ${money(quote.perStudent)}`}</small>}
        {(cost.status === 'known' || cost.status === 'open') && (
          <a href={demo}>
            ডেমো চাই
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

/** Days that a printed calculation is good for. */
const validDays = 30;

interface QuotePageProps {
  quote: Quote;
  address: string;
  /** YYYY-MM-DD. */
  today: string;
}

function QuotePage({ quote, address, today }: QuotePageProps) {
  const { name: vendor } = useVendor();
  const { group, item, students, sms } = quote;
  const { title, years } = quoteInWords(quote);
  return (
    <article className="quote" aria-labelledby={answerAnchor}>
      <div className="quote-paper">
        <div>
          <h2>{words.paper}</h2>
          <p>{`তারিখ: ${bengaliDate(today)}। এই দাম ${bengaliDate(validUntil(today))} পর্যন্ত থাকবে।`}</p>
          <p>হিসাবটি ফোনে খুলতে পাশের কোডটি ক্যামেরা দিয়ে স্ক্যান করুন।</p>
        </div>
        <QrCode text={address} label="এই হিসাবের কিউআর কোড" />
      </div>
      <p className="ledger-tab">আপনার জন্য</p>
      <div className="quote-page">
        <Island name={institutionKey} when="stored" props={{}}>
          <p className="quote-for" data-own="name" hidden />
        </Island>
        <h3 id={answerAnchor} tabIndex={-1}>
          {item.package_name}
          <small>{[group.name, `${grouped(students)} জন শিক্ষার্থী`, item.audience].filter(Boolean).join(', ')}</small>
        </h3>
        <dl>
          <Figure name={words.firstYear} sum={quote.firstYear} />
          <Figure name={words.laterYears} sum={quote.laterYear} />
          <Figure name="প্রতি মাসে" sum={quote.month} />
          <Figure name="জনপ্রতি মাসে" sum={quote.perStudent} />
        </dl>
        <p className="quote-how">
          {`প্রথম বছর: ইনস্টলেশন ${bengaliMoney(item.installation_cost)} আর ১২ মাসের চার্জ, মাসে ${bengaliMoney(item.monthly_charge)}। পরের বছরগুলোতে শুধু মাসিক খরচ।`}
          {sms &&
            ` সব অঙ্কে মাসে ${grouped(sms.count)}টি এসএমএসের দামও আছে: প্রতিটি ${money(sms.price)}, মাসে ${money(sms.cost)}।`}
        </p>
        {item.includes && (
          <>
            <h4>এতে যা আছে</h4>
            <ul>
              {linesOf(item.includes).map((line) => (
                <li key={line}>
                  <Icon name="check" />
                  {line}
                </li>
              ))}
            </ul>
          </>
        )}
        {group.note && (
          <>
            <StitchLink href={`#${extraCostsAnchor}`}>{packageStrings.extraCosts}</StitchLink>
            <div className="quote-extra">
              <h4>{packageStrings.extraCosts}</h4>
              <ExtraCosts groups={[group]} />
            </div>
          </>
        )}
        <QuoteActs title={`${vendor}: ${title}। ${years}`} address={address} />
      </div>
    </article>
  );
}

function QuoteActs({ title, address }: { title: string; address: string }) {
  return (
    <div className="quote-acts wrap">
      <a href={`#${demoFormAnchor}`} className="button button-action">
        এই প্যাকেজের ডেমো চাই
      </a>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`}
        data-own="name"
        className="button button-quiet"
        rel="noopener noreferrer"
      >
        {shared.shareOn.whatsapp}
      </a>
      <Island name="copy-link" when="touch" props={{ title, address }}>
        <button type="button" className="button button-quiet with-js">
          {shared.copyLink}
        </button>
      </Island>
      <Island name="print-page" when="touch" props={{}}>
        <button type="button" className="button button-quiet with-js">
          কমিটির জন্য ছাপান
        </button>
      </Island>
      <span id="share-status" role="status" data-copied={shared.copied} data-failed={shared.notCopied} />
    </div>
  );
}

function validUntil(today: string): string {
  return new Date(Date.parse(today) + validDays * 86_400_000).toISOString();
}

function Figure({ name, sum }: { name: string; sum: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{money(sum)}</dd>
    </div>
  );
}
