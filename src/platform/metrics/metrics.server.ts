import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Counter, Registry } from 'prom-client';
import { health } from '#paths.ts';
import { type DataDirectory, freeSpace } from '../data-directory.server.ts';
import { connectionsOf, type Database } from '../database/open.server.ts';
import { HttpError } from '../errors.server.ts';
import type { Settings } from '../settings/settings.server.ts';

interface Watched {
  settings: Settings;
  http: FastifyInstance;
  log: FastifyBaseLogger;
  dataDirectory: DataDirectory;
  database: Database;
  cache: { onRendered: (seconds: number) => void };
}

export interface MetricFigure {
  name: string;
  help: string;
  label?: string;
  read: () => Promise<number | Record<string, number>>;
}

/** Without either setting prom-client isn't loaded. `figures` are the gauges of other modules. */
export async function serveMetrics(context: Watched, figures: MetricFigure[]): Promise<void> {
  const { metrics: options } = context.settings;
  if (!options.listen && !options.token) return;
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  new Counter({
    name: 'prangon_requests_total',
    help: 'Answers by route and status; from memory, or through the routing.',
    labelNames: ['route', 'status', 'from'],
    registers,
    collect() {
      countRequests(context, this);
    },
  });
  new Counter({
    name: 'prangon_security_events_total',
    help: 'What matters to security: login_failed, second_step_failed, limited …',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset();
      for (const event of ['login_ok', 'login_failed', 'second_step_failed'] as const) this.inc({ event }, 0);
      for (const [event, count] of context.http.traffic.events) this.inc({ event }, count);
    },
  });
  const answering = new Histogram({
    name: 'prangon_answer_seconds',
    help: 'How long answers through the routing took.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  context.http.addHook('onResponse', async ({ routeOptions }, { elapsedTime }) =>
    answering.observe({ route: routeOptions.url ?? 'none' }, elapsedTime / 1_000),
  );
  const making = new Histogram({
    name: 'prangon_making_seconds',
    help: 'How long it took to make a page or another ready answer: queries, drawing, first compression.',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  context.cache.onRendered = (seconds) => making.observe(seconds);
  for (const { name, help, label, read } of [...ownFigures(context), ...figures]) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        this.reset();
        // Unreadable values are left out: while the database is unavailable, the others matter most.
        const value = await read().catch(() => ({}));
        if (typeof value === 'number') this.set(value);
        else for (const [key, each] of Object.entries(value)) this.set(label ? { [label]: key } : {}, each);
      },
    });
  }
  if (options.token) behindToken(context, register, options.token);
  if (options.listen) onOwnPort(context, register, options.listen);
}

function countRequests({ http }: Watched, counter: Counter<'route' | 'status' | 'from'>): void {
  counter.reset();
  for (const [route, statuses] of http.traffic.routed)
    for (const [status, count] of statuses) counter.inc({ route, status, from: 'routing' }, count);
  for (const [route, { whole, known }] of http.traffic.ready) {
    counter.inc({ route, status: 200, from: 'memory' }, whole);
    counter.inc({ route, status: 304, from: 'memory' }, known);
  }
}

function ownFigures({ database, settings, dataDirectory }: Watched): MetricFigure[] {
  return [
    {
      name: 'prangon_database_connections',
      help: 'Connections of the pool to PostgreSQL by state; none with the embedded database.',
      label: 'state',
      read: async () => connectionsOf(database) ?? {},
    },
    {
      name: 'prangon_disk_free_bytes',
      help: 'What is left on the disk of DATA_DIR for this user.',
      read: () => freeSpace(settings.dataDir),
    },
    {
      name: 'prangon_data_folder_there',
      help: '1 while DATA_DIR is the folder that was opened, 0 when it was removed, replaced or forbidden.',
      read: async () => (dataDirectory.isThere() ? 1 : 0),
    },
    {
      name: 'prangon_disk_takes_writes',
      help: '1 while the disk of DATA_DIR takes a write, 0 when it is full, read-only or broken.',
      read: async () => (!dataDirectory.hasFailed && (await dataDirectory.writeFault()) === null ? 1 : 0),
    },
  ];
}

function behindToken({ http }: Watched, register: Registry, token: string): void {
  const expected = digest(token);
  http.get(health.metrics, async (request, reply) => {
    const [, presented] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!presented || !timingSafeEqual(digest(presented), expected)) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(401, 'Unauthenticated.');
    }
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function onOwnPort({ http, log }: Watched, register: Registry, place: { host: string; port: number }): void {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== health.metrics) return response.writeHead(404).end();
    const text = await register.metrics();
    return response.writeHead(200, { 'content-type': register.contentType }).end(text);
  });
  server.on('error', ({ message }) => log.error({ event: 'metrics_unavailable', reason: message }));
  http.addHook('onListen', async () => void server.listen(place));
  http.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}
