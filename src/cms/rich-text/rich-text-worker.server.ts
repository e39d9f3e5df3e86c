import { serveJobs } from '#platform/jobs/process-pool.server.ts';
import { sanitizeHtml } from './clean.server.ts';

serveJobs(({ html }: { html: string }) => sanitizeHtml(html));
