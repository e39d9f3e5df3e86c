import { calls } from '#paths.ts';
import { requestHeaders } from '#ui/admin/calls/api.ts';
import { readToken } from '#ui/admin/calls/token.ts';

/** In milliseconds. The server sends a heartbeat every 15 seconds. */
const times = {
  firstNews: 5_000,
  silence: 40_000,
  firstRetry: 1_000,
  longestRetry: 30_000,
  poll: 60_000,
  signedOut: 3_000,
};

/**
 * Calls `onNews` after a change on the server, while the window is visible: browsers limit connections per site, so
 * hidden windows poll instead. A lost stream reconnects with backoff and then calls `onNews`. Returns a function that
 * stops it.
 */
export function subscribeToChanges(onNews: () => void): () => void {
  const end = new AbortController();
  let stream: AbortController | null = null;
  let opened = false;
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
        onNews();
        begin();
      });
      return;
    }
    const mine = new AbortController();
    stream = mine;
    void readStream(mine.signal, onEvent).then((how) => {
      if (mine.signal.aborted || end.signal.aborted) return;
      if (how === 'signed out') later(times.signedOut, begin);
      else {
        failures += 1;
        // Jitter, so that not all windows reconnect at once after a restart.
        const wait = Math.min(times.longestRetry, times.firstRetry * 2 ** (failures - 1));
        later(wait * (0.5 + Math.random() / 2), begin);
        if (failures > 1) onNews();
      }
    });
  }

  function onEvent(what: 'open' | 'change') {
    if (what === 'open') failures = 0;
    // The data was just loaded; changes in between may wait until the first render is done.
    if (opened) news();
    else later(times.firstNews, news);
    opened = true;
  }

  function news() {
    if (readToken()) onNews();
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
  signal: AbortSignal,
  onEvent: (what: 'open' | 'change') => void,
): Promise<'ended' | 'signed out'> {
  if (!readToken()) return 'signed out';
  const silent = new AbortController();
  signal.addEventListener('abort', () => silent.abort());
  let silenceTimer = window.setTimeout(() => silent.abort(), times.silence);
  try {
    const response = await fetch(calls.notificationStream, {
      headers: { ...requestHeaders(null), Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: silent.signal,
    });
    if (response.status === 401) return 'signed out';
    // A sign-in page of the network also answers 200.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return 'ended';
    onEvent('open');
    const events = new EventReader();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(silenceTimer);
      silenceTimer = window.setTimeout(() => silent.abort(), times.silence);
      if (events.hasChange(piece.value)) onEvent('change');
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

  hasChange(piece: string): boolean {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.some((block) => block.split('\n').includes('event: change'));
  }
}
