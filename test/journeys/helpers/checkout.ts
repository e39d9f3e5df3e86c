import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '#server/project-root.server.ts';

/** A checkout of somebody's own, as this one is now, with the packages installed and, as far as `also` says, more. */
export class Checkout {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-checkout-'));

  constructor(...also: string[]) {
    const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    for (const name of [...known.split('\0').filter(Boolean), ...also]) {
      mkdirSync(path.dirname(this.at(name)), { recursive: true });
      cpSync(path.join(projectRoot, name), this.at(name), { recursive: true, force: true });
    }
    symlinkSync(path.join(projectRoot, 'node_modules'), this.at('node_modules'));
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  bytes(name: string): Buffer {
    return readFileSync(this.at(name));
  }

  /** @throws where the file has no such text */
  edit(name: string, from: string, to: string): void {
    const before = this.read(name);
    if (!before.includes(from)) throw new Error(`${name} has no ${from}`);
    writeFileSync(this.at(name), before.replace(from, to));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
