import { once } from 'node:events';
import http from 'node:http';
import { calls } from '#paths.ts';
import { agentFor } from './requests.ts';

/** A stream of server-sent events as a back office reads it. */
export interface EventStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Everything that came so far. */
  text: () => string;
  /** The names of what changed, in the order of the events. */
  kinds: () => string[];
  ended: Promise<void>;
  isOpen: () => boolean;
  close: () => void;
}

export async function openStream(
  { url }: { url: string },
  token: string,
  path: string = calls.notificationStream,
): Promise<EventStream> {
  const { protocol, hostname, port } = new URL(url);
  const request = http.request({
    protocol,
    host: hostname,
    family: 4,
    port,
    path,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    agent: agentFor(url, { keepAlive: false }),
  });
  request.on('error', () => undefined);
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  let open = true;
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      open = false;
      resolve();
    });
  });
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    kinds: () => [...text.matchAll(/^data: (\{"kinds".*)$/gm)].flatMap(([, data]) => JSON.parse(data ?? '').kinds),
    ended,
    isOpen: () => open,
    close: () => request.destroy(),
  };
}
