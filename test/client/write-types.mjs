import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// The compiler that the generator is written for; ours has another interface.
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) });
const { default: openapiTypescript, astToString } = await import('openapi-typescript');

/** Writes the types of the calls: `node write-types.mjs description.json paths.d.ts`. */
const [from, to] = process.argv.slice(2);
writeFileSync(to, astToString(await openapiTypescript(readFileSync(from, 'utf8'))));
