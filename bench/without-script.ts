import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync as compress, constants } from 'node:zlib';

/** Scripts that run, and `noscript` tags. */
const script = /<script(?! type="(?:application\/ld\+json|speculationrules)").*?<\/script>|<\/?noscript>/gs;

/** Proxies the site without its scripts (font loading included), to tell blocking by script from other blocking. */
export async function withoutScript(origin: string): Promise<{ origin: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { headers: { accept: request.headers.accept ?? '*/*' } });
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await answer.arrayBuffer());
    const filtered = type.startsWith('text/html') ? Buffer.from(body.toString().replace(script, '')) : body;
    const packed = /text|svg|json/.test(type);
    response.writeHead(answer.status, { 'content-type': type, ...(packed && { 'content-encoding': 'br' }) });
    response.end(packed ? compress(filtered, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : filtered);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
