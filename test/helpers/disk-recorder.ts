import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { type DiskRecord, RecordedDisk } from './recorded-disk.ts';

const kinds = {
  c: 'create',
  w: 'write',
  t: 'truncate',
  r: 'rename',
  u: 'unlink',
  m: 'mkdir',
  s: 'sync',
  o: 'synced',
  f: 'failed',
  n: 'note',
} as const;

/** A program whose changes of a folder are recorded, in order, and whose syncs can be made to fail. */
export class DiskRecorder {
  /** The folder as it was before. */
  readonly before: RecordedDisk;
  readonly env: Record<string, string>;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-recorder-'));
  readonly #records = path.join(this.#folder, 'records');
  readonly #failing = path.join(this.#folder, 'failing');

  /** Skips the test where there is no compiler, and says so. */
  constructor(context: TestContext, dataDir: string) {
    context.skip(process.platform !== 'linux', 'syncs are recorded by LD_PRELOAD');
    context.skip(spawnSync('gcc', ['--version']).status !== 0, 'the recorder of syncs needs gcc');
    const library = path.join(this.#folder, 'recorder.so');
    const source = path.join(projectRoot, 'test/helpers/disk-recorder.c');
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread']);
    mkdirSync(this.#failing);
    writeFileSync(this.#records, '');
    this.before = RecordedDisk.of(dataDir);
    this.env = {
      LD_PRELOAD: library,
      RECORD_FOLDER: dataDir,
      RECORD_TO: this.#records,
      RECORD_FAIL: this.#failing,
    };
  }

  /** The next sync of the log or of the database fails, and has failed once this is no more `isDue`. */
  failNext(what: 'wal' | 'database'): { isDue: () => boolean } {
    const trigger = path.join(this.#failing, what);
    writeFileSync(trigger, '');
    return { isDue: () => existsSync(trigger) };
  }

  /** All syncs fail from now on, until what this returns is called. */
  failAll(): () => void {
    const trigger = path.join(this.#failing, 'all');
    writeFileSync(trigger, '');
    return () => rmSync(trigger);
  }

  /** Adds a line of the test to the records, at this moment. */
  note(text: string): void {
    const head = Buffer.alloc(25);
    head.write('n');
    head.writeUInt32LE(Buffer.byteLength(text), 17);
    appendFileSync(this.#records, Buffer.concat([head, Buffer.from(text)]));
  }

  records(): DiskRecord[] {
    const bytes = readFileSync(this.#records);
    const records: DiskRecord[] = [];
    for (let at = 0; at < bytes.length; ) {
      const [first, second] = [bytes.readUInt32LE(at + 17), bytes.readUInt32LE(at + 21)];
      const body = bytes.subarray(at + 25, at + 25 + first + second);
      records.push({
        kind: kinds[String.fromCharCode(bytes[at] ?? 0) as keyof typeof kinds],
        inode: Number(bytes.readBigUInt64LE(at + 1)),
        offset: Number(bytes.readBigUInt64LE(at + 9)),
        path: body.subarray(0, first).toString(),
        data: body.subarray(first),
      });
      at += 25 + body.length;
    }
    return records;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
