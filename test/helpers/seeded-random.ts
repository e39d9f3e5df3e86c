/**
 * Random numbers from 0 to 1 for one test. Their seed is said in its output, and `TEST_SEED` brings the same ones again:
 * `TEST_SEED=4711 npm test -- test/faults/kill.test.ts`.
 */
export function seededRandom(test: string): () => number {
  let state = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`${test}: TEST_SEED=${state}`);
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
