import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** Writes the types of the calls: `node write-types.mjs description.json paths.d.ts`. */
const [from, to] = process.argv.slice(2);
writeFileSync(to, astToString(await openapiTypescript(readFileSync(from, 'utf8'))));
