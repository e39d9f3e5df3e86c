import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync as compress, constants } from 'node:zlib';

/** What pages run, and what marks the part that is there for browsers that run nothing. */
const script = /<script(?! type="(?:application\/ld\+json|speculationrules)").*?<\/script>|<\/?noscript>/gs;

/**
 * The same site on an address of its own, as a browser sees it that runs no script, fonts included: what is slow there is
 * not slow by script.
 */
export async function withoutScript(origin: string): Promise<{ origin: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { headers: { accept: request.headers.accept ?? '*/*' } });
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await answer.arrayBuffer());
    const sent = type.startsWith('text/html') ? Buffer.from(body.toString().replace(script, '')) : body;
    const packed = /text|svg|json/.test(type);
    response.writeHead(answer.status, { 'content-type': type, ...(packed && { 'content-encoding': 'br' }) });
    response.end(packed ? compress(sent, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : sent);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
