import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}

test('OTEL_EXPORTER_OTLP_ENDPOINT gets each request with its queries, and nothing of what was asked', async () => {
  const sent: string[] = [];
  const collector = createServer(async (request, response) => {
    sent.push(request.url ?? '', await text(request));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const app = await openTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await app.get(`${calls.search}?q=secret`, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  // What is not sent yet is sent at the end.
  await app.close();
  collector.close();

  expect(sent[0]).toBe('/v1/traces');
  const bodies = sent.filter((_, at) => at % 2 === 1).map((body) => JSON.parse(body));
  const spans: Span[] = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((each) => each.spans),
    ),
  );
  const request = spans.find(({ name }) => name === `GET ${calls.search}`);
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(queries.map(({ name }) => name)).toContain('select');
  expect(sent.join()).not.toContain('secret');
});
