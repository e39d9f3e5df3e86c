import underPressure from '@fastify/under-pressure';
import { health } from '#paths.ts';
import { busy } from '../errors.server.ts';
import type { Http } from './create.server.ts';

/**
 * Milliseconds that work waits for its turn, on average over a second, before new work is turned away. Much: on a weak
 * machine that does something else, a slow answer is better than none.
 */
const longestWait = 1_000;

/** Samples in a row, one a second, from which on that is no single long piece of work, such as a start, but pressure. */
const lasting = 2;

/**
 * Turns new work away while the process can't keep up, so that what it began ends in time. Ready pages never come here:
 * they go on being sent. Nor do the questions whether the process lives.
 */
export async function shedUnderPressure(http: Http): Promise<void> {
  let slowSamples = 0;
  await http.register(underPressure, {
    maxEventLoopDelay: longestWait,
    sampleInterval: 1_000,
    pressureHandler: (request) => {
      const { url } = request.routeOptions;
      if (url === health.live || url === health.ready || slowSamples < lasting) return;
      throw busy();
    },
  });
  const timer = setInterval(() => {
    slowSamples = http.isUnderPressure() ? slowSamples + 1 : 0;
  }, 1_000).unref();
  http.addHook('onClose', async () => clearInterval(timer));
}
