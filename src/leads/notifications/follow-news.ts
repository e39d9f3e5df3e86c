import { calls } from '#paths.ts';
import { followStream, type ServerEvent } from '#ui/admin/calls/event-stream.ts';
import { readToken } from '#ui/admin/calls/token.ts';

/** In milliseconds. */
const firstNews = 5_000;

/** Calls `onNews` after a change on the server. Returns a function that stops it. */
export function subscribeToChanges(onNews: () => void): () => void {
  let isOpened = false;
  let timer = 0;
  const news = () => {
    if (readToken()) onNews();
  };
  const onEvent = ({ name }: ServerEvent) => {
    if (name !== 'open' && name !== 'change') return;
    // The data was just loaded; changes in between may wait until the first render is done.
    if (isOpened) news();
    else timer = window.setTimeout(news, firstNews);
    isOpened = true;
  };
  const stop = followStream(calls.notificationStream, onEvent, news);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
