import { crc32, deflateSync } from 'node:zlib';
import { adminCalls, health } from '#paths.ts';
import { signIn } from './server.ts';
import { median, type Row } from './table.ts';

const records = 40;
const side = 64;
const budget = 12;

/**
 * A testimonial with a small picture, each time another one, from the call to its answer; less what the way to the server
 * and back takes here, which is that of the shortest answer.
 */
export async function picturedRecord(url: string): Promise<Row> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
  const times: number[] = [];
  const ways: number[] = [];
  for (let number = 0; number < records; number++) {
    const image = `data:image/png;base64,${smallPng(number).toString('base64')}`;
    const body = JSON.stringify({ name: 'নাম', position: 'শিক্ষক', description: 'ভালো', image, status: 1 });
    const begin = performance.now();
    const answer = await fetch(url + adminCalls.testimonials, { method: 'POST', headers, body });
    const text = await answer.text();
    times.push(performance.now() - begin);
    if (!answer.ok) throw new Error(`Creating answered ${answer.status}: ${text}`);
    const beginOfWay = performance.now();
    await (await fetch(url + health.live)).text();
    ways.push(performance.now() - beginOfWay);
    // One session may send 20 calls a second.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  // The first ones start the process that decodes.
  const [all, way] = [median(times.slice(5)), median(ways.slice(5))];
  const time = all - way;
  return {
    what: `a record with a picture of ${side} × ${side} is created, p50 at the server (and with the way there)`,
    value: `${time.toFixed(1)} ms (${all.toFixed(1)} ms)`,
    target: `≤ ${budget} ms`,
    good: time <= budget,
  };
}

/** A picture of stripes, whose colours no other number has. */
function smallPng(number: number): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const colour = [(number * 37) % 256, (y * 4) % 256, (number * 11 + (y >> 3) * 30) % 256];
    return Buffer.from([0, ...Array.from({ length: side }, () => colour).flat()]);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
