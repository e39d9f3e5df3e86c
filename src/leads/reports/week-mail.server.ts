import { weekReaders } from '#auth/data.server.ts';
import { dateFormat, t } from '#i18n/text.ts';
import { adminPages, leadPage } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayInDhaka, hourInDhaka } from '#platform/dhaka.server.ts';
import { reasonsInWords, weekRows } from '../lead/strings.ts';
import { countedPart, mailOnce } from '../notifications/announce.server.ts';
import { readWeeks } from './data.server.ts';

/** The working week of Bangladesh ends on Thursday. */
const thursday = 4;
const weekHour = 17;

/** Mails the week to owners and viewers on Thursday evening. Returns the number of queued mails. */
export async function sendWeek(database: Database, now: Date, publicUrl: string): Promise<number> {
  const day = dayInDhaka(now);
  if (new Date(day).getUTCDay() !== thursday || hourInDhaka(now) < weekHour) return 0;
  return mailOnce(database, now, `${day} week`, async (transaction) => [
    await weekReaders(transaction),
    await weekMail(transaction, day, publicUrl),
  ]);
}

const dayInMail = dateFormat({ day: 'numeric', month: 'long', timeZone: 'Asia/Dhaka' });

async function weekMail(transaction: Database, today: string, publicUrl: string) {
  const { now, before, reasons, waiting } = await readWeeks(transaction, today);
  if (waiting.length + before.came + now.came + now.won + now.lost === 0) return null;
  return () => {
    const counts = weekRows.map(([name, label]) => ({
      text: t`${t(label)}: ${now[name]}, in the seven days before: ${before[name]}`,
    }));
    const waits = countedPart(
      t('Who waits longest'),
      waiting.map(({ id, institute_name, created_at, owner }) => ({
        text: `${institute_name} · ${dayInMail.format(new Date(created_at))} · ${owner ?? t('Nobody yet')}`,
        link: publicUrl + leadPage(id),
      })),
    );
    const why = reasons.length > 0 ? [{ text: reasonsInWords(reasons) }] : [];
    return {
      subject: t`The week: came ${now.came}, won ${now.won}, lost ${now.lost}`,
      kind: 'week',
      usefulSeconds: 3 * 86_400,
      reason: t('Owners and viewers get it each Thursday. Each can turn it off in the profile.'),
      parts: [
        { heading: t('The last seven days'), lines: [...counts, ...why] },
        ...(waits ? [waits] : []),
        { button: { text: t('Open the reports'), link: `${publicUrl}${adminPages.figures}?period=7` } },
      ],
    };
  };
}
