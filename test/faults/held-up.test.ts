// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { publishManyNews } from '../helpers/content.ts';
import { freshStore } from '../helpers/store.ts';

/** Of eight places for visitors. */
const visitors = 7;
const bursts = 4;
const stops = 3;

test('W08: while the process is held up for seconds, nobody who finds a free place is refused', async () => {
  const store = await freshStore('sqlite');
  const app = await openTestApp({ store });
  await publishManyNews(app, 300);
  await app.close();
  const server = await BuiltServer.serving(store);
  await server.get(pages.searchFor('খবর'));
  for (let burst = 0; burst < bursts; burst++) {
    const searches = Array.from({ length: visitors }, (_, visitor) =>
      server.client.send(pages.searchFor(`খবর ${burst} ${visitor}`), { from: `127.43.0.${1 + visitor}` }),
    );
    // Between two of them it runs for a moment.
    for (let stop = 0; stop < stops; stop++) {
      await sleep(3);
      server.process.kill('SIGSTOP');
      await sleep(900);
      server.process.kill('SIGCONT');
    }
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array(visitors).fill(200));
  }
  await server.kill();
  await store.remove();
});
