/**
 * SHA-256 of a short ASCII text. Our own implementation, because `crypto.subtle` is asynchronous and needs https, and a
 * proof of work calls it thousands of times.
 */
export function sha256(text: string): Uint8Array {
  const bytes = new Uint8Array(((text.length + 8) >> 6) * 64 + 64);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length * 8);
  const state = Uint32Array.from(first);
  for (let block = 0; block < bytes.length; block += 64) compress(state, view, block);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => {
    hash.setUint32(at * 4, word);
  });
  return new Uint8Array(hash.buffer);
}

const [first, rounds] = constants();
const schedule = new Uint32Array(64);

function compress(state: Uint32Array, view: DataView, block: number): void {
  const w = schedule;
  for (let at = 0; at < 16; at++) w[at] = view.getUint32(block + at * 4);
  for (let at = 16; at < 64; at++) {
    const [x, y] = [w[at - 15] as number, w[at - 2] as number];
    const small = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
    const large = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
    w[at] = (w[at - 16] as number) + small + (w[at - 7] as number) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const mixed = (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + mixed + (rounds[at] as number) + (w[at] as number)) | 0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + word;
}

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/**
 * FIPS 180-4: the first 32 bits of the fractional parts of the square roots of the first 8 primes and the cube roots of
 * the first 64.
 */
function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32;
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
}

/** In milliseconds, before the solver yields to the event loop. */
const yieldAfter = 12;

export async function solve(challenge: string): Promise<string> {
  const difficulty = Number(challenge.split('.')[1]);
  for (let attempt = 0; ; ) {
    for (const until = performance.now() + yieldAfter; performance.now() < until; ) {
      for (let more = 0; more < 50; more++) {
        const answer = `${challenge}.${(attempt++).toString(36)}`;
        if (countLeadingZeroBits(sha256(answer)) >= difficulty) return answer;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

export function countLeadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
