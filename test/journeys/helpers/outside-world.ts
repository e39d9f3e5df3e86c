import https from 'node:https';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { localhostCertificate } from '../../helpers/localhost-certificate.ts';

const pictures = 'i.ytimg.com';
const players = 'www.youtube-nocookie.com';

/**
 * The internet as journeys know it: YouTube's pictures and player, served here; there is no other host. Answers the flags
 * of a browser that lives in it. Routes of Playwright would do as well, but with them a browser caches nothing, and each
 * request makes the way through the test.
 */
export async function outsideWorld(): Promise<string[]> {
  const poster = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#445' } })
    .png()
    .toBuffer();
  const server = https.createServer(localhostCertificate, ({ headers }, response) => {
    if (headers.host === pictures) response.setHeader('content-type', 'image/png').end(poster);
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Player</title><button>Play</button>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rules = [`MAP ${pictures} ${here}`, `MAP ${players} ${here}`, 'MAP * ~NOTFOUND', 'EXCLUDE localhost'];
  return [`--host-resolver-rules=${rules.join(', ')}, EXCLUDE 127.*`, '--ignore-certificate-errors'];
}
