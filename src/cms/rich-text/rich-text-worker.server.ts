import { clean } from './clean.server.ts';

process.on('message', ({ html }: { html: string }) => process.send?.(clean(html)));
