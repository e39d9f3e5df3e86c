import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { FileStoreError } from '../errors.server.ts';
import { retry } from '../retry.server.ts';
import type { FileBackend, OpenFile, Part } from './keeper.server.ts';

/** Idle timeout of a request, in milliseconds. */
const idleTimeout = 8_000;

/** While the bucket doesn't answer, one request per interval (milliseconds) probes it; others fail at once. */
const probeInterval = 500;

/** Many sockets, because slow downloads hold one each and must not block pictures. */
const most = { keepAlive: true, maxSockets: 1_000 };

/** `s3://bucket?region=…&endpoint=…`; credentials come from the AWS SDK's default chain (AWS_ACCESS_KEY_ID …). */
export function bucketBackend(filesUrl: string): FileBackend {
  const { hostname: bucket, searchParams } = new URL(filesUrl);
  const agents = { httpAgent: new http.Agent(most), httpsAgent: new https.Agent(most) };
  const client = clientOf(searchParams, agents);
  const line = new CircuitBreaker(bucket, () => {
    for (const agent of Object.values(agents))
      for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
  });
  const at = (name: string) => ({ Bucket: bucket, Key: name });

  const open = async (name: string, part?: Part): Promise<OpenFile | null> => {
    const range = part && { Range: `bytes=${part.start}-${part.end}` };
    const opening = line.request(async (silence) => {
      const output = await client.send(new GetObjectCommand({ ...at(name), ...range }), silence);
      const body = output.Body as Readable;
      const stream = Readable.from(bodyChunks(body, silence, line));
      return { size: output.ContentLength ?? 0, stream: stream.once('close', () => body.destroy()) };
    });
    return orNull(opening, isNoSuchKey);
  };

  return {
    keep: async (file, name) => {
      // S3 requires Content-Length.
      const { size } = await stat(file);
      await line.request(async (silence) => {
        const body = Readable.from(fileChunks(file, silence)).on('error', (error) => silence.end(error));
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
      const asking = line.request((silence) => client.send(new HeadObjectCommand(at(name)), silence));
      const head = await orNull(asking, ({ status }) => status === 404);
      if (head) return head.ContentLength ?? 0;
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
    list: async (folder) => {
      const names: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = { Bucket: bucket, Prefix: `${folder}/`, ContinuationToken: after };
        const answer = await line.request((silence) => client.send(new ListObjectsV2Command(page), silence));
        names.push(...(answer.Contents ?? []).map(({ Key = '' }) => Key));
        after = answer.NextContinuationToken;
        if (!after) return names;
      }
    },
    delete: async (name) => {
      await orNull(
        line.request((silence) => client.send(new DeleteObjectCommand(at(name)), silence)),
        isNoSuchKey,
      );
    },
  };
}

function clientOf(options: URLSearchParams, agents: { httpAgent: http.Agent; httpsAgent: https.Agent }): S3Client {
  const endpoint = options.get('endpoint');
  return new S3Client({
    region: options.get('region') ?? 'us-east-1',
    // Stores other than Amazon's are mostly addressed by path.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // By default the SDK sends chunks with a trailing checksum, which some other stores save as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The circuit breaker retries instead, uploads too, which the SDK doesn't.
    maxAttempts: 1,
    // Some stores never answer `Expect: 100-continue`.
    expectContinueHeader: false,
    requestHandler: agents,
    logger: quiet,
  });
}

function orNull<Answer>(
  answer: Promise<Answer>,
  isMissing: (facts: ReturnType<typeof errorDetails>) => boolean,
): Promise<Answer | null> {
  return answer.catch((fault: Error) => {
    if (isMissing(errorDetails(fault.cause))) return null;
    throw fault;
  });
}

const isNoSuchKey = ({ name }: { name: string | undefined }) => name === 'NoSuchKey';

/** Callers log errors; the SDK would write to the console. */
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function* fileChunks(file: string, silence: IdleTimer): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(file)) {
    silence.begin();
    yield piece;
  }
}

/** The timer runs only while waiting for a chunk, so that slow readers are allowed. */
async function* bodyChunks(body: Readable, silence: IdleTimer, line: CircuitBreaker): AsyncGenerator<Buffer> {
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

class IdleTimer {
  readonly #ending = new AbortController();
  readonly #fault: FileStoreError;
  #timer: NodeJS.Timeout | undefined;
  /** The name that the SDK's options require. */
  readonly abortSignal = this.#ending.signal;
  cause: Error | null = null;

  constructor(fault: FileStoreError) {
    this.#fault = fault;
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(this.#fault), idleTimeout);
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

class CircuitBreaker {
  readonly #bucket: string;
  readonly #timeoutError: FileStoreError;
  readonly #onSilence: () => void;
  #isSilent = false;
  #nextTry = 0;
  #lastAnswer = 0;

  constructor(bucket: string, onSilence: () => void) {
    this.#bucket = bucket;
    this.#onSilence = onSilence;
    this.#timeoutError = new FileStoreError('away', `The bucket ${bucket} did not answer for ${idleTimeout / 1_000} s`);
  }

  /** @throws {FileStoreError} if the bucket is unreachable or rejects the request */
  async request<Answer>(send: (silence: IdleTimer) => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    if (this.#isSilent && begun < this.#nextTry) throw this.#timeoutError;
    this.#nextTry = begun + probeInterval;
    try {
      return await this.#withRetry(send);
    } catch (fault) {
      if (fault === this.#timeoutError && begun > this.#lastAnswer) this.#fellSilent();
      throw fault;
    }
  }

  /** Retries once: after a closed connection, overload, or clock skew (which the SDK has then corrected). */
  async #withRetry<Answer>(send: (silence: IdleTimer) => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    // No retry of slow failures: waiting twice would take too long.
    const isWorthIt = (fault: unknown) => isTransient((fault as Error).cause) && performance.now() - begun <= 1_000;
    return retry(() => this.#attempt(send), [200], isWorthIt);
  }

  async #attempt<Answer>(send: (silence: IdleTimer) => Promise<Answer>): Promise<Answer> {
    const silence = new IdleTimer(this.#timeoutError);
    silence.begin();
    try {
      const answer = await send(silence);
      this.#answered();
      return answer;
    } catch (error) {
      if (errorDetails(error).status !== null) this.#answered();
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

  faultOf(error: unknown): FileStoreError {
    const { name, message, code, status } = errorDetails(error);
    const bucket = `The bucket ${this.#bucket}`;
    const says = `${name}${status === null ? '' : ` (${status})`}`;
    const options = { cause: error };
    if (name === 'NoSuchBucket') return new FileStoreError('missing', `${bucket} is not there`, options);
    if (status === 401 || status === 403) return new FileStoreError('denied', `${bucket} refuses: ${says}`, options);
    if (name === 'CredentialsProviderError')
      return new FileStoreError('denied', `${bucket} needs keys: ${message}`, options);
    if (status === null) return new FileStoreError('away', `${bucket} can't be reached: ${message || code}`, options);
    return new FileStoreError('away', `${bucket} can't do it: ${says}, ${message}`, options);
  }
}

function isTransient(error: unknown): boolean {
  const { name, code, status } = errorDetails(error);
  if (status !== null && (status === 429 || status >= 500)) return true;
  return name === 'RequestTimeTooSkewed' || code === 'ECONNRESET' || code === 'EPIPE';
}

function errorDetails(error: unknown) {
  const { name, message, code, $metadata } = (error ?? {}) as Partial<NodeJS.ErrnoException> & {
    $metadata?: { httpStatusCode?: number };
  };
  return { name, message, code, status: $metadata?.httpStatusCode ?? null };
}
