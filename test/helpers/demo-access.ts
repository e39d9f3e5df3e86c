import type { TestApp } from './app.ts';

/** Nobody has asked for a demo, and no demo access was ever saved. */
export async function clearDemoAccess({ database }: TestApp): Promise<void> {
  for (const table of ['demo_requests', 'mails', 'rate_limits', 'failed_attempts'] as const) {
    await database.deleteFrom(table).execute();
  }
  await database
    .updateTable('demo_access')
    .set({
      demo_link: '',
      password_sealed: '',
      subject: '',
      message: '',
      status: 0,
      created_at: null,
      updated_at: null,
    })
    .execute();
}

export const secret = 'প্রাঙ্গণ-demo-4711';

/** What the form of the demo access sends. */
export const access = {
  demo_link: 'https://demo.prangon.example/start?a=1&b=2',
  demo_password: secret,
  subject: 'আপনার ডেমো, {name}',
  message: 'প্রিয় {name},\n\n{institute}-এর ডেমো: {link}\nপাসওয়ার্ড {password}',
  status: 1,
};
