import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Loaded beside a server (`NODE_OPTIONS=--import=…`): says every second how long its work waited at most, in ms. */
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => {
    process.stderr.write(`loop delay ${Math.round(delay.max / 1e6)}\n`);
    delay.reset();
  }, 1_000).unref();
}
