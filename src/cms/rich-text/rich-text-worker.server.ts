import { sanitizeHtml } from './clean.server.ts';

process.on('message', ({ html }: { html: string }) => process.send?.(sanitizeHtml(html)));
