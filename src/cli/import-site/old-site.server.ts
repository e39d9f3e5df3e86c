import { setTimeout as sleep } from 'node:timers/promises';
import { callOut } from '#integrations/call.server.ts';
import { inside } from '#integrations/guard.server.ts';
import { HttpError } from '#platform/errors.server.ts';

/** A record as it was answered, or the form of one. */
export type Row = Record<string, unknown>;

/** Reads a site whose own host may be anywhere; what it links to elsewhere must be public, and speak https. */
export function openOldSite(base: URL, limits = { time: 60_000, bytes: 50 * 2 ** 20 }) {
  let hasAnswered = false;

  /**
   * @param waits milliseconds before each further try
   * @throws {HttpError} 404, 424 for any other reason, 502 while nothing has answered yet
   */
  async function read(link: string, [wait, ...waits]: number[] = [500, 2_000]): Promise<Buffer<ArrayBuffer>> {
    const url = URL.parse(link.replace(/^http:/, base.protocol), base)?.href ?? link;
    const { status, answer, error } = await callOut(
      { url, loopback: base.host, signal: AbortSignal.any([]), encoding: 'latin1' },
      limits,
    );
    hasAnswered ||= status !== null;
    if (answer !== null) return Buffer.from(answer, 'latin1');
    if (!wait || (status ?? 500) < 500 || error === inside)
      throw new HttpError(status === 404 ? 404 : hasAnswered ? 424 : 502, `${url}: ${error}`);
    await sleep(wait);
    return read(link, waits);
  }

  /** The records of a list, of a page of one, or the one. */
  const rows = async (call: string) => rowsOf(JSON.parse((await read(`.${call}`)).toString()));

  return { read, rows };
}

export type OldSite = ReturnType<typeof openOldSite>;

/** Bare, in `data`, or by key as groups are, and as PHP writes a list with gaps. */
export function rowsOf(body: unknown): Row[] {
  if (Array.isArray(body)) return body.filter((row) => row instanceof Object);
  if (!(body instanceof Object)) return [];
  if ('title' in body) return [{ ...body }];
  return rowsOf('data' in body ? body.data : Object.values(body));
}
