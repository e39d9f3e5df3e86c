import http from 'node:http';

let networks = 0;

/**
 * One request over its own connection and from its own network, because rate limits are per network. With a keep-alive
 * agent a hundred networks rotate.
 */
export function get(
  url: string,
  headers: Record<string, string> = {},
  agent: http.Agent | false = false,
): Promise<{ text: string; ms: number }> {
  networks = (networks + 1) % (agent ? 100 : 60_000);
  const localAddress = `127.1.${networks >> 8}.${networks & 255 || 1}`;
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(
        url,
        { localAddress, headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers }, agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => {
            const { statusCode } = response;
            if (statusCode === 200) resolve({ text, ms: performance.now() - begin });
            else reject(new Error(`${url} answered ${statusCode}: ${text.slice(0, 200)}`));
          });
        },
      )
      .on('error', reject);
  });
}
