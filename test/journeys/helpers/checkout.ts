import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../src/platform/settings/project-root.server.ts';

/** A checkout of somebody's own, as this one is now, with the packages installed and, as far as `also` says, more. */
export class Checkout {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-checkout-'));

  constructor(...also: string[]) {
    const left = ['.git', '.cache', 'node_modules', 'dist', 'dist-pack', 'data'].filter((name) => !also.includes(name));
    const filter = (file: string) => !left.includes(path.basename(file));
    for (const name of readdirSync(projectRoot).filter(filter))
      cpSync(path.join(projectRoot, name), this.at(name), { recursive: true, filter });
    symlinkSync(path.join(projectRoot, 'node_modules'), this.at('node_modules'));
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /**
   * At once, as editors do it: whoever watches the file finds it whole.
   * @throws where the file has no such text
   */
  edit(name: string, from: string, to: string): void {
    const before = this.read(name);
    if (!before.includes(from)) throw new Error(`${name} has no ${from}`);
    const edited = `${this.folder}-edited`;
    writeFileSync(edited, before.replace(from, to));
    renameSync(edited, this.at(name));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
