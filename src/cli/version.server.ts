import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '#platform/settings/project-root.server.ts';

export function programVersion(): string {
  const { version } = createRequire(import.meta.url)(path.join(projectRoot, 'package.json')) as { version: string };
  return version;
}
