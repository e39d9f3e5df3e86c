import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#ui/picture.ts';
import { idOnWire, pictureOnWire } from '#ui/wire.ts';

/** An institution that uses the product; `title` is the alternative text of its logo and may be empty. */
export interface Client {
  id: number;
  title: string;
  picture: Picture | null;
}

export const clientOnWire = z.object({ id: idOnWire, ...pictureOnWire, title: z.string() });

export const clientsOnWire = z.array(clientOnWire);

export function clientToWire(client: Client): z.infer<typeof clientOnWire> {
  return { id: client.id, ...pictureToWire(client.picture), title: client.title };
}
