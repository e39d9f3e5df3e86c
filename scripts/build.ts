import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

// Any other value would bundle parts of React's development build, which fail at run time.
process.env.NODE_ENV = 'production';
await rm(path.join(root, 'dist'), { recursive: true, force: true });
const client = { root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' } as const;
// By itself, as it makes the fonts that the others find.
await build(client);
await Promise.all([
  build({ ...client, mode: 'en' }),
  build({ ...client, mode: 'bn' }),
  build({ root, configFile: path.join(root, 'vite.server.config.ts'), logLevel: 'warn' }),
]);
await chmod(path.join(root, 'dist/server/prangon.js'), 0o755);
await compressBelow(path.join(root, 'dist/client/assets'));

async function compressBelow(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
