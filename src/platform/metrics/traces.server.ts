import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';
import { redactPath } from './redact-path.server.ts';

export interface Traces {
  /** Makes a span of each request that Fastify routes; `traceparent` is respected. */
  follow: (http: FastifyInstance) => void;
  query: (event: LogEvent) => void;
}

/** Sends traces by OTLP. Cached answers have no spans, which would take longer than sending them. */
export function openTraces(endpoint: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'prangon' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('prangon');
  const current = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();

  return {
    follow(http) {
      const spans = new WeakMap<object, ReturnType<typeof tracer.startSpan>>();
      http.addHook('onRequest', (request, _reply, done) => {
        const { method, url, headers, routeOptions } = request;
        const above = propagator.extract(ROOT_CONTEXT, headers, {
          get: (carrier, key) => (carrier as typeof headers)[key],
          keys: Object.keys,
        });
        const attributes = {
          'http.request.method': method,
          'http.route': routeOptions.url ?? '',
          'url.path': redactPath(url),
          'prangon.request_id': request.id,
        };
        const span = tracer.startSpan(
          `${method} ${routeOptions.url ?? 'none'}`,
          { kind: SpanKind.SERVER, attributes },
          above,
        );
        spans.set(request, span);
        current.run(trace.setSpan(above, span), done);
      });
      http.addHook('onResponse', async (request, { statusCode }) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
      http.addHook('onClose', () => provider.shutdown());
    },

    query({ query, queryDurationMillis, level }) {
      const above = current.getStore();
      if (!above) return;
      const end = Date.now();
      const [verb = 'query'] = query.sql.split(' ', 1);
      const attributes = { 'db.query.text': query.sql.slice(0, 2_000) };
      const span = tracer.startSpan(
        verb,
        { kind: SpanKind.CLIENT, startTime: end - queryDurationMillis, attributes },
        above,
      );
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
  };
}
