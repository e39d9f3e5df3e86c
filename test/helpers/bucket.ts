import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { fetchPackages } from './fetch-packages.ts';
import { freePort } from './free-port.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** What the server takes, as the environment of the program has it. */
export const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** A bucket on a real S3-compatible server of its own, on loopback. */
export class Bucket {
  readonly #name: string;
  readonly #endpoint: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #client: S3Client;

  private constructor(name: string, endpoint: string, folder: string, process: ChildProcess) {
    this.#name = name;
    this.#endpoint = endpoint;
    this.#folder = folder;
    this.#process = process;
    const credentials = { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY };
    this.#client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  }

  static async open(): Promise<Bucket> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-bucket-'));
    const port = await freePort();
    const options = ['--silent', '--directory', folder, '--address', '127.0.0.1', '--port', String(port)];
    const child = spawn(process.execPath, [serverProgram(), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    // It says that it listens.
    await once(child.stdout, 'data');
    // Where a test fails before it can close it, it ends with the process of the test.
    child.stdout.destroy();
    child.unref();
    process.once('exit', () => child.kill());
    return new Bucket('', `http://127.0.0.1:${port}`, folder, child).another('school');
  }

  /** A further one on the same server, which ends with this one. */
  async another(name: string): Promise<Bucket> {
    const bucket = new Bucket(name, this.#endpoint, this.#folder, this.#process);
    await bucket.#client.send(new CreateBucketCommand({ Bucket: name }));
    return bucket;
  }

  /** The setting that names it. */
  get filesUrl(): string {
    return `s3://${this.#name}?region=us-east-1&endpoint=${this.#endpoint}`;
  }

  /** The same over a line that a test can cut. */
  async behindProxy(): Promise<{ proxy: TcpProxy; filesUrl: string }> {
    const { proxy, url } = await TcpProxy.before(this.#endpoint);
    return { proxy, filesUrl: this.filesUrl.replace(this.#endpoint, url) };
  }

  /** The names of all files in it. */
  async names(): Promise<string[]> {
    const { Contents = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket: this.#name }));
    return Contents.map(({ Key = '' }) => Key);
  }

  /** What is kept under a name: its bytes, and how they are said to be packed. */
  async read(key: string): Promise<{ bytes: Buffer; encoding: string | undefined }> {
    const { Body, ContentEncoding } = await this.#client.send(new GetObjectCommand({ Bucket: this.#name, Key: key }));
    return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), encoding: ContentEncoding };
  }

  /** Takes it away; answers how to put it back. */
  remove(): () => void {
    const there = path.join(this.#folder, this.#name);
    renameSync(there, `${this.#folder}-elsewhere`);
    return () => renameSync(`${this.#folder}-elsewhere`, there);
  }

  async close(): Promise<void> {
    this.#client.destroy();
    this.#process.kill();
    await once(this.#process, 'exit');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Fetches it where it is not there yet: in a folder of its own, as nobody but tests needs what it brings. */
function serverProgram(): string {
  const place = path.resolve(import.meta.dirname, '../s3-server');
  fetchPackages(place, 'The S3-compatible server of the tests');
  return path.join(place, 'node_modules/s3rver/bin/s3rver.js');
}
