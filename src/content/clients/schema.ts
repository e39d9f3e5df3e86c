import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pictureOnWire } from '#wire/records.ts';

/** An institution that uses the product; `title` is the alternative text of its logo and may be empty. */
export interface Client {
  id: number;
  title: string;
  picture: Picture | null;
}

/** The same as the back office edits it. */
export type ClientRecord = Client & Listed;

export const clientOnWire = z.object({ id: idOnWire, ...pictureOnWire, title: z.string() });

export const clientsOnWire = z.array(clientOnWire);

export function clientToWire(client: Client): z.infer<typeof clientOnWire> {
  return { id: client.id, ...pictureToWire(client.picture), title: client.title };
}

/** The form calls the title by a name of its own. */
export const clientRecordOnWire = z.extend(clientOnWire, { Client_title: z.string(), ...listedOnWire });

export function clientRecordToWire(client: ClientRecord): z.infer<typeof clientRecordOnWire> {
  return { ...clientToWire(client), Client_title: client.title, ...listedToWire(client) };
}
