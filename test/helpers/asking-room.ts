import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { WebhookLog } from '#leads/access/schema.ts';
import { adminCalls } from '#paths.ts';
import { AccessAsker, type AskerLimits } from '../../src/leads/access/asker.server.ts';
import { passwordFiller } from '../../src/leads/access/mail-password.server.ts';
import { usualCallLimits } from '../../src/leads/outgoing/call.server.ts';
import { openTestApp, type TestApp } from './app.ts';
import { visitor } from './content.ts';
import { accessFor, DemoSystem } from './demo-system.ts';
import { askForDemo, eventsOf, leadOf } from './leads.ts';
import { type Office, openOffice } from './office.ts';

/** As in production, but for what a test would wait for. */
const limits: AskerLimits = {
  call: usualCallLimits,
  look: 20,
  lease: 30_000,
  waits: [1, 1],
  stop: 50,
};

/** What everyone gets who gets no access of the own. */
export const common = { demo_link: 'https://demo.prangon.example/all', demo_password: 'for-all-4711' };

export const past = '2026-01-01T00:00:00.000Z';

/** The demo system of a vendor, requests that it is asked for, and as many that ask it as a test starts. */
export class AskingRoom {
  app!: TestApp;
  office!: Office;
  system!: DemoSystem;
  /** Who asked for a demo last. */
  visitor = visitor(0);
  #people = 0;
  readonly #askers: AccessAsker[] = [];

  startAsker = (other: Partial<AskerLimits> = {}): AccessAsker => {
    const asker = new AccessAsker(this.app, { ...limits, ...other });
    this.#askers.push(asker);
    asker.start();
    return asker;
  };

  /** Saves the access of all. */
  offer = async (change: object = {}): Promise<void> => {
    const message = 'প্রিয় {name},\nলিংক {link}\nপাসওয়ার্ড {password}\nমেয়াদ {expires}';
    const form = { ...common, subject: 'ডেমো', message, status: 1, ...change };
    const answer = await this.office.put(adminCalls.demoAccess, form);
    expect(answer.status, answer.text).toBe(200);
  };

  /** Saves the settings of the personal access. */
  personal = async (change: object = {}): Promise<void> => {
    const form = { status: 1, url: this.system.url, expires_days: 14, fallback_minutes: 10, ...change };
    const answer = await this.office.put(adminCalls.personalAccess, form);
    expect(answer.status, answer.text).toBe(200);
  };

  /** Somebody else asks for a demo. Answers the id. */
  newLead = (): Promise<number> => {
    this.visitor = visitor(++this.#people);
    return askForDemo(this.app, this.visitor);
  };

  /** As they are sent. */
  mails = async () => {
    const { database } = this.app;
    const rows = await database
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'demo_access')
      .orderBy('id')
      .execute();
    return Promise.all(rows.map(async (mail) => ({ ...mail, ...(await passwordFiller(this.app)(mail)) })));
  };

  mailsOf = async (id: number) => (await this.mails()).filter(({ reference_id }) => reference_id === id);

  eventsOf = async (id: number) => eventsOf(await leadOf(this.office, id));

  log = async () => (await this.office.get(adminCalls.personalAccessLog)).json<WebhookLog>();

  accesses = () => this.app.database.selectFrom('personal_accesses').selectAll().orderBy('id').execute();

  /** Changes every access, as time would. */
  change = (values: { fallback_at?: string; next_attempt_at?: string; expires_at?: string; claimed_at?: string }) =>
    this.app.database.updateTable('personal_accesses').set(values).execute();

  clear = async (): Promise<void> => {
    for (const table of ['demo_requests', 'mails', 'outgoing_calls', 'rate_limits'] as const)
      await this.app.database.deleteFrom(table).execute();
    this.system.calls.length = 0;
    this.system.plan = (call) => ({ json: accessFor(call) });
    await this.offer();
    await this.personal();
  };

  closeAskers = async (): Promise<void> => {
    await Promise.all(this.#askers.splice(0).map((asker) => asker.close()));
  };
}

/** Gives a test file its room: nobody has asked before a test, both accesses are offered, and the demo system answers. */
export function openAskingRoom(): AskingRoom {
  const room = new AskingRoom();
  beforeAll(async () => {
    [room.app, room.system] = await Promise.all([openTestApp(), DemoSystem.open()]);
    room.office = await openOffice(room.app);
    // Tests start their own, which are quicker.
    await room.app.asker.close();
    return room.app.close;
  });
  afterAll(() => room.system.close());
  beforeEach(room.clear);
  afterEach(room.closeAskers);
  return room;
}

export const soon = <T>(value: () => Promise<T> | T) => expect.poll(value, { timeout: 10_000, interval: 20 });
