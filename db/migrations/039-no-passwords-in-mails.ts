import type { Kysely } from 'kysely';

interface Tables {
  mails: { id: number; kind: string; text: string; html: string };
}

/** The mask that sending replaces. */
const hidden = '••••••••';

/** Mails with demo access contained the password in plain text, in the only element with a monospace font. */
const password = /(<strong style="[^"]*monospace[^"]*">)([^<]*)(?=<\/strong>)/g;

export async function up(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ; ) {
    const mails = await db
      .selectFrom('mails')
      .select(['id', 'text', 'html'])
      .where('kind', 'in', ['demo_access', 'demo_access_test'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute();
    for (const { id, text, html } of mails) {
      const passwords = [...html.matchAll(password)].map(([, , secret = '']) => unescaped(secret)).filter(Boolean);
      if (passwords.length === 0) continue;
      const masked = {
        text: passwords.reduce((rest, each) => rest.replaceAll(each, hidden), text),
        html: html.replace(password, `$1${hidden}`),
      };
      await db.updateTable('mails').set(masked).where('id', '=', id).execute();
    }
    if (mails.length < 500) return;
    last = mails.at(-1)?.id ?? last;
  }
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => signs[name] ?? '');
}
