/** Works a generator off in slices that leave the page free to answer keys. Returns a function that stops it. */
export function inIdleTime(work: Generator<void>): () => void {
  let waiting = 0;
  const request = window.requestIdleCallback ?? ((run) => window.setTimeout(() => run(shortSlice()), 16));
  const cancel = window.cancelIdleCallback ?? window.clearTimeout;
  const slice = (deadline: Pick<IdleDeadline, 'timeRemaining'>) => {
    do {
      if (work.next().done) return;
    } while (deadline.timeRemaining() > 1);
    waiting = request(slice);
  };
  waiting = request(slice);
  return () => cancel(waiting);
}

/** Safari has no idle callbacks. */
function shortSlice(): IdleDeadline {
  const end = performance.now() + 8;
  return { didTimeout: false, timeRemaining: () => Math.max(0, end - performance.now()) };
}
