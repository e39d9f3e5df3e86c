import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { FilesFault } from '../errors.server.ts';
import type { Keeper, OpenFile, Part } from './keeper.server.ts';

/** Idle timeout of a request, in milliseconds. */
const patience = 8_000;

/** While the bucket doesn't answer, one request per interval (milliseconds) probes it; others fail at once. */
const tryAgain = 500;

/** Many sockets, because slow downloads hold one each and must not block pictures. */
const most = { keepAlive: true, maxSockets: 1_000 };

/** `s3://bucket?region=…&endpoint=…`; credentials come from the AWS SDK's default chain (AWS_ACCESS_KEY_ID …). */
export function bucketKeeper(filesUrl: string): Keeper {
  const { hostname: bucket, searchParams } = new URL(filesUrl);
  const endpoint = searchParams.get('endpoint');
  const agents = { httpAgent: new http.Agent(most), httpsAgent: new https.Agent(most) };
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Stores other than Amazon's are mostly addressed by path.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // By default the SDK sends chunks with a trailing checksum, which some other stores save as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The circuit breaker below retries instead, uploads too, which the SDK doesn't.
    maxAttempts: 1,
    // Some stores never answer `Expect: 100-continue`.
    expectContinueHeader: false,
    requestHandler: agents,
    logger: quiet,
  });
  const line = new Line(bucket, () => {
    for (const agent of Object.values(agents))
      for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
  });
  const at = (name: string) => ({ Bucket: bucket, Key: name });

  const open = async (name: string, part?: Part): Promise<OpenFile | null> => {
    const range = part && { Range: `bytes=${part.start}-${part.end}` };
    const opening = line.ask(async (silence) => {
      const found = await client.send(new GetObjectCommand({ ...at(name), ...range }), silence);
      const body = found.Body as Readable;
      const stream = Readable.from(pieces(body, silence, line));
      return { size: found.ContentLength ?? 0, stream: stream.once('close', () => body.destroy()) };
    });
    return orNull(opening, isNoSuchKey);
  };

  return {
    keep: async (file, name) => {
      // S3 requires Content-Length.
      const { size } = await stat(file);
      await line.ask(async (silence) => {
        const body = Readable.from(sent(file, silence)).on('error', (error) => silence.end(error));
        const command = new PutObjectCommand({ ...at(name), Body: body, ContentLength: size });
        await client.send(command, silence).finally(() => {
          if (body.readableEnded) return;
          // Rejected early: without this the request waits for the rest of the body and keeps the file open.
          body.destroy();
          silence.end();
        });
      });
    },
    size: async (name) => {
      const asking = line.ask((silence) => client.send(new HeadObjectCommand(at(name)), silence));
      const found = await orNull(asking, ({ status }) => status === 404);
      if (found) return found.ContentLength ?? 0;
      // A 404 to HEAD has no body, so a missing bucket looks like a missing file.
      const opened = await open(name);
      opened?.stream.destroy();
      return opened?.size ?? null;
    },
    bytes: async (name) => {
      const opened = await open(name);
      return opened && buffer(opened.stream);
    },
    open,
    delete: async (name) => {
      await orNull(
        line.ask((silence) => client.send(new DeleteObjectCommand(at(name)), silence)),
        isNoSuchKey,
      );
    },
  };
}

function orNull<Answer>(
  answer: Promise<Answer>,
  isMissing: (facts: ReturnType<typeof factsOf>) => boolean,
): Promise<Answer | null> {
  return answer.catch((fault: Error) => {
    if (isMissing(factsOf(fault.cause))) return null;
    throw fault;
  });
}

const isNoSuchKey = ({ name }: { name: string | undefined }) => name === 'NoSuchKey';

/** Callers log errors; the SDK would write to the console. */
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function* sent(file: string, silence: Silence): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(file)) {
    silence.begin();
    yield piece;
  }
}

/** The timer runs only while waiting for a chunk, so that slow readers are allowed. */
async function* pieces(body: Readable, silence: Silence, line: Line): AsyncGenerator<Buffer> {
  try {
    silence.begin();
    for await (const piece of body) {
      silence.pause();
      yield piece;
      silence.begin();
    }
  } catch (error) {
    throw silence.cause ?? line.faultOf(error);
  } finally {
    silence.pause();
  }
}

class Silence {
  readonly #ending = new AbortController();
  readonly #fault: FilesFault;
  #timer: NodeJS.Timeout | undefined;
  /** The name that the SDK's options require. */
  readonly abortSignal = this.#ending.signal;
  cause: Error | null = null;

  constructor(fault: FilesFault) {
    this.#fault = fault;
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(this.#fault), patience);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  end(cause: Error | null = null): void {
    this.pause();
    this.cause ??= cause;
    this.#ending.abort();
  }
}

class Line {
  readonly #bucket: string;
  readonly #nobody: FilesFault;
  readonly #onSilence: () => void;
  #isSilent = false;
  #nextTry = 0;
  #lastAnswer = 0;

  constructor(bucket: string, onSilence: () => void) {
    this.#bucket = bucket;
    this.#onSilence = onSilence;
    this.#nobody = new FilesFault('away', `The bucket ${bucket} did not answer for ${patience / 1_000} s`);
  }

  /** @throws {FilesFault} if the bucket is unreachable or rejects the request */
  async ask<Answer>(send: (silence: Silence) => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    if (this.#isSilent && begun < this.#nextTry) throw this.#nobody;
    this.#nextTry = begun + tryAgain;
    try {
      return await this.#twice(send);
    } catch (fault) {
      if (fault === this.#nobody && begun > this.#lastAnswer) this.#fellSilent();
      throw fault;
    }
  }

  /** Retries once: after a closed connection, overload, or clock skew (which the SDK has then corrected). */
  async #twice<Answer>(send: (silence: Silence) => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    try {
      return await this.#once(send);
    } catch (fault) {
      // No retry of slow failures: waiting twice would take too long.
      if (!passes((fault as Error).cause) || performance.now() - begun > 1_000) throw fault;
      await sleep(200);
      return this.#once(send);
    }
  }

  async #once<Answer>(send: (silence: Silence) => Promise<Answer>): Promise<Answer> {
    const silence = new Silence(this.#nobody);
    silence.begin();
    try {
      const answer = await send(silence);
      this.#answered();
      return answer;
    } catch (error) {
      if (factsOf(error).status !== null) this.#answered();
      throw silence.cause ?? this.faultOf(error);
    } finally {
      silence.pause();
    }
  }

  #fellSilent(): void {
    this.#isSilent = true;
    this.#onSilence();
  }

  #answered(): void {
    this.#isSilent = false;
    this.#lastAnswer = performance.now();
  }

  faultOf(error: unknown): FilesFault {
    const { name, message, code, status } = factsOf(error);
    const bucket = `The bucket ${this.#bucket}`;
    const says = `${name}${status === null ? '' : ` (${status})`}`;
    const options = { cause: error };
    if (name === 'NoSuchBucket') return new FilesFault('missing', `${bucket} is not there`, options);
    if (status === 401 || status === 403) return new FilesFault('denied', `${bucket} refuses: ${says}`, options);
    if (name === 'CredentialsProviderError')
      return new FilesFault('denied', `${bucket} needs keys: ${message}`, options);
    if (status === null) return new FilesFault('away', `${bucket} can't be reached: ${message || code}`, options);
    return new FilesFault('away', `${bucket} can't do it: ${says}, ${message}`, options);
  }
}

function passes(error: unknown): boolean {
  const { name, code, status } = factsOf(error);
  if (status !== null && (status === 429 || status >= 500)) return true;
  return name === 'RequestTimeTooSkewed' || code === 'ECONNRESET' || code === 'EPIPE';
}

function factsOf(error: unknown) {
  const { name, message, code, $metadata } = (error ?? {}) as Partial<NodeJS.ErrnoException> & {
    $metadata?: { httpStatusCode?: number };
  };
  return { name, message, code, status: $metadata?.httpStatusCode ?? null };
}
