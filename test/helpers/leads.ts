import { leadCalls } from '#paths.ts';
import type { Lead, WholeLead } from '../../src/leads/lead/schema.ts';
import type { TestApp } from './app.ts';
import { rahim } from './content.ts';
import type { Office } from './office.ts';

let networks = 0;

/** Somebody asks for a demo, each time from another network. Answers the id. */
export async function askForDemo(app: TestApp, request: Partial<typeof rahim> = {}): Promise<number> {
  const from = `127.0.${10 + Math.floor(networks / 200)}.${1 + (networks++ % 200)}`;
  const answer = await app.requestDemo({ ...rahim, ...request }, {}, from);
  if (answer.status !== 201) throw new Error(`Could not ask: ${answer.status} ${answer.text}`);
  return answer.json<{ data: { id: number } }>().data.id;
}

/** The address of a call for one lead. */
export function callOf(path: string, id: number): string {
  return path.replace(':id', String(id));
}

export async function leadOf(office: Office, id: number): Promise<WholeLead> {
  const answer = await office.get(callOf(leadCalls.one, id));
  if (answer.status !== 200) throw new Error(`Could not read lead ${id}: ${answer.status} ${answer.text}`);
  return answer.json<{ data: WholeLead }>().data;
}

/** The history without what became of mails. */
export function pastOf({ history }: WholeLead): WholeLead['history'] {
  return history.filter(({ event }) => !event.startsWith('mail_'));
}

/** The names of what happened, without mails to staff. */
export function eventsOf({ history }: WholeLead): string[] {
  return history
    .filter(({ details }) => !(details && 'to_staff' in details && details.to_staff))
    .map(({ event }) => event);
}

/** The leads that a list answers. */
export async function leadsAt(office: Office, query: Record<string, string> = {}): Promise<Lead[]> {
  const answer = await office.get(`${leadCalls.list}?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new Error(`Could not list: ${answer.status} ${answer.text}`);
  return answer.json<{ data: Lead[] }>().data;
}
