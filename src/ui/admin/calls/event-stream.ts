import { requestHeaders } from './api.ts';
import { readToken } from './token.ts';

/** In milliseconds. The server sends a heartbeat every 15 seconds. */
const times = { silence: 40_000, firstRetry: 1_000, longestRetry: 30_000, poll: 60_000, signedOut: 3_000 };

export interface ServerEvent {
  name: string;
  data: unknown;
}

/**
 * Reads server-sent events while the window is visible: browsers limit connections per site. A lost stream reconnects with
 * backoff. `onMissed` is called each minute while the window is hidden, and when reconnecting fails. Returns a function
 * that stops it.
 */
export function followStream(
  path: string,
  onEvent: (event: ServerEvent) => unknown,
  onMissed: () => void = () => undefined,
): () => void {
  const end = new AbortController();
  let stream: AbortController | null = null;
  let failures = 0;
  let timer = 0;

  const later = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };

  function begin() {
    clearTimeout(timer);
    stream?.abort();
    if (end.signal.aborted) return;
    if (document.hidden) {
      later(times.poll, () => {
        onMissed();
        begin();
      });
      return;
    }
    const mine = new AbortController();
    stream = mine;
    void readStream(path, mine.signal, hear).then((how) => {
      if (mine.signal.aborted || end.signal.aborted) return;
      if (how === 'signed out') later(times.signedOut, begin);
      else {
        failures += 1;
        // Jitter, so that not all windows reconnect at once after a restart.
        const wait = Math.min(times.longestRetry, times.firstRetry * 2 ** (failures - 1));
        later(wait * (0.5 + Math.random() / 2), begin);
        if (failures > 1) onMissed();
      }
    });
  }

  function hear(event: ServerEvent) {
    if (event.name === 'open') failures = 0;
    onEvent(event);
  }

  document.addEventListener('visibilitychange', begin, { signal: end.signal });
  addEventListener('online', begin, { signal: end.signal });
  begin();
  return () => {
    end.abort();
    stream?.abort();
    clearTimeout(timer);
  };
}

async function readStream(
  path: string,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => unknown,
): Promise<'ended' | 'signed out'> {
  if (!readToken()) return 'signed out';
  const silent = new AbortController();
  signal.addEventListener('abort', () => silent.abort());
  let silenceTimer = window.setTimeout(() => silent.abort(), times.silence);
  try {
    const response = await fetch(path, {
      headers: { ...requestHeaders(null), Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: silent.signal,
    });
    if (response.status === 401) return 'signed out';
    // A sign-in page of the network also answers 200.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return 'ended';
    const events = new EventReader();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(silenceTimer);
      silenceTimer = window.setTimeout(() => silent.abort(), times.silence);
      for (const event of events.read(piece.value)) onEvent(event);
    }
  } catch {
    // Lost or aborted.
  } finally {
    clearTimeout(silenceTimer);
  }
  return 'ended';
}

export class EventReader {
  #rest = '';

  read(piece: string): ServerEvent[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      return name && data ? { name, data: JSON.parse(data) } : [];
    });
  }
}
