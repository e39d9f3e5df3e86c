import { linesOf } from '#api/text.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { demoFormAnchor, extraCostsAnchor } from '#paths.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { bengaliDate, bengaliMoney } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { institutionKey } from '#ui/site/institution.ts';
import { Island } from '#ui/site/island.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import { grouped, money } from './amounts.ts';
import { ExtraCosts } from './comparison.tsx';
import { answerAnchor, type Quote, quoteInWords } from './quote.ts';
import { packageStrings, calculatorWords as words } from './strings.ts';

/** Days that a printed calculation is good for. */
const validDays = 30;

interface QuotePageProps {
  quote: Quote;
  address: string;
  /** YYYY-MM-DD. */
  today: string;
}

export function QuotePage({ quote, address, today }: QuotePageProps) {
  const { name: vendor } = useVendor();
  const { group, item, students, sms } = quote;
  const { title, years } = quoteInWords(quote);
  return (
    <article className="quote" aria-labelledby={answerAnchor}>
      <div className="quote-paper">
        <div>
          <h2>{words.paper}</h2>
          <p>{words.valid(bengaliDate(today), bengaliDate(validUntil(today)))}</p>
          <p>{words.code}</p>
        </div>
        <QrCode text={address} label={words.codeLabel} />
      </div>
      <p className="ledger-tab">{words.suits}</p>
      <div className="quote-page">
        <Island name={institutionKey} when="stored" props={{}}>
          <p className="quote-for" data-own="name" hidden />
        </Island>
        <h3 id={answerAnchor} tabIndex={-1}>
          {item.package_name}
          <small>{[group.name, words.forSize(students), item.audience].filter(Boolean).join(', ')}</small>
        </h3>
        <dl>
          <Figure name={words.firstYear} sum={quote.firstYear} />
          <Figure name={words.laterYears} sum={quote.laterYear} />
          <Figure name={words.month} sum={quote.month} />
          <Figure name={words.student} sum={quote.perStudent} />
        </dl>
        <p className="quote-how">
          {words.how(bengaliMoney(item.installation_cost), bengaliMoney(item.monthly_charge))}
          {sms && ` ${words.howSms(grouped(sms.count), money(sms.price), money(sms.cost))}`}
        </p>
        {item.includes && (
          <>
            <h4>{words.included}</h4>
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
        {words.demoOf}
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
          {words.print}
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
