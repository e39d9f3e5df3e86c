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

/** Nothing moved for so long, in milliseconds: then nobody answers. */
const patience = 8_000;

/** While nobody answers, one request in so many milliseconds finds out whether somebody does again; others are told at once. */
const tryAgain = 500;

/** Connections. A download on a weak line holds one as long as it takes, and must not keep pictures waiting. */
const most = { keepAlive: true, maxSockets: 1_000 };

/** `s3://bucket?region=…&endpoint=…`; the keys come from where the AWS library looks for them (AWS_ACCESS_KEY_ID …). */
export function bucketKeeper(filesUrl: string): Keeper {
  const { hostname: bucket, searchParams } = new URL(filesUrl);
  const endpoint = searchParams.get('endpoint');
  const agents = { httpAgent: new http.Agent(most), httpsAgent: new https.Agent(most) };
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Stores other than Amazon's are mostly reached without the bucket in the host name.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Else a file is sent in pieces with a sum at the end, which few stores but Amazon's understand: some keep it all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The library would repeat everything but uploads; `Line` repeats them too.
    maxAttempts: 1,
    // Not every store says that it is ready for the bytes before it has them.
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
      // The length goes before the bytes: without it no bucket takes a file.
      const { size } = await stat(file);
      await line.ask(async (silence) => {
        const body = Readable.from(sent(file, silence)).on('error', (error) => silence.end(error));
        const command = new PutObjectCommand({ ...at(name), Body: body, ContentLength: size });
        await client.send(command, silence).finally(() => {
          if (body.readableEnded) return;
          // Refused before all of it was sent: the request would wait for the rest, and hold the file open.
          body.destroy();
          silence.end();
        });
      });
    },
    size: async (name) => {
      const asking = line.ask((silence) => client.send(new HeadObjectCommand(at(name)), silence));
      const found = await orNull(asking, ({ status }) => status === 404);
      if (found) return found.ContentLength ?? 0;
      // This answer has no words, so a missing bucket looks like a missing file.
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

/** Null where what the bucket said means that there is no such file. */
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

/** What it would write to the console is told by who asked. */
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function* sent(file: string, silence: Silence): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(file)) {
    silence.begin();
    yield piece;
  }
}

/** Only while somebody waits for a piece is it silent: who reads slowly may. */
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

/** Ends a request in which nothing moves. */
class Silence {
  readonly #ending = new AbortController();
  readonly #fault: FilesFault;
  #timer: NodeJS.Timeout | undefined;
  /** By this name the library's options know it. */
  readonly abortSignal = this.#ending.signal;
  /** Why it was ended, if it was: what the library throws then does not always tell. */
  cause: Error | null = null;

  constructor(fault: FilesFault) {
    this.#fault = fault;
  }

  /** From here on something must come; again each time that it came. */
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

/** The way to a bucket, and what is known of it. */
class Line {
  readonly #bucket: string;
  readonly #nobody: FilesFault;
  readonly #onSilence: () => void;
  #isSilent = false;
  #nextTry = 0;
  #lastAnswer = 0;

  /** `onSilence` lets go of connections that may be as dead as that one. */
  constructor(bucket: string, onSilence: () => void) {
    this.#bucket = bucket;
    this.#onSilence = onSilence;
    this.#nobody = new FilesFault('away', `The bucket ${bucket} did not answer for ${patience / 1_000} s`);
  }

  /** @throws {FilesFault} where the bucket is away, or does not do it */
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

  /** A closed connection, a moment of too much work, a wrong clock (which the library then sets right): once more. */
  async #twice<Answer>(send: (silence: Silence) => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    try {
      return await this.#once(send);
    } catch (fault) {
      // What took longer to fail would take too long twice.
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
      // A refusal is an answer too, a closed connection is none.
      if (factsOf(error).status !== null) this.#answered();
      throw silence.cause ?? this.faultOf(error);
    } finally {
      silence.pause();
    }
  }

  /** One that began before the last answer would say nothing new. */
  #fellSilent(): void {
    this.#isSilent = true;
    this.#onSilence();
  }

  #answered(): void {
    this.#isSilent = false;
    this.#lastAnswer = performance.now();
  }

  /** What an error of the library means for who runs the server. */
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
