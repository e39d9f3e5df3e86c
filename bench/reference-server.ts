import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers each request after a fixed piece of work: 20 ms on the machine for which the budgets are given. */
const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, title: `বিদ্যালয় ${id}`, at: '2026-11-28T10:00:00Z' }));
const server = createServer((_request, response) => {
  for (let times = 0; times < 45; times++) {
    const copy: typeof rows = JSON.parse(JSON.stringify(rows));
    copy.sort((one, other) => (one.title < other.title ? -1 : 1));
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
