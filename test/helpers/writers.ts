import { setTimeout as sleep } from 'node:timers/promises';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp } from './app.ts';
import { type BuiltServer, secret } from './built-server.ts';
import { within } from './chaos.ts';
import { access } from './demo-access.ts';
import { openOffice } from './office.ts';
import type { Answer } from './requests.ts';
import { brokenIn } from './sound-store.ts';
import { sessionsOf } from './staff.ts';
import type { Store } from './store.ts';
import { newStory, readTraces, type Send, type Story, type StoryKind, storyKinds } from './stories.ts';
import { readStore } from './whole-store.ts';

/** What is wrong with a store, and the answers that should not have been. */
type Verdict = Record<'lost' | 'half' | 'twice' | 'faults', string[]>;
export const allWell: Verdict = { lost: [], half: [], twice: [], faults: [] };

export function inWords({ lost, half, twice, faults }: Verdict): string {
  return `${lost.length} lost, ${half.length} half, ${twice.length} twice, ${faults.length} wrong answers`;
}

/** So many stories wait to be sent again before no other is begun: where all is refused, all kinds are tried. */
const mostWaiting = 10;

/** An answer that is no acknowledgement. */
class NotAcknowledged extends Error {
  readonly status: number;

  constructor({ status, text }: Answer) {
    super(`${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/**
 * Visitors and staff who write without a pause, note what was acknowledged, and send again what was not answered, as
 * pages do.
 */
export class Writers {
  readonly stories: Story[] = [];
  /** Answers that acknowledge nothing, with the milliseconds that they took. */
  readonly refusals: { what: StoryKind; status: number; took: number }[] = [];
  /** Those of them that say neither ‘not now’ (503) nor ‘no space’ (507); their stories do not go on. */
  readonly faults: string[] = [];
  acknowledged = 0;
  unanswered = 0;
  /** Called before a step is sent, and after it was acknowledged. */
  onProgress: (story: Story) => void = () => undefined;
  readonly #again: Story[] = [];
  readonly #sessions: string[];
  readonly #kinds: StoryKind[];
  #resting = false;
  #calls = 0;

  private constructor(sessions: string[], kinds: StoryKind[]) {
    this.#sessions = sessions;
    this.#kinds = kinds;
  }

  /** Hires them on a store where whoever asks for a demo is mailed an access. */
  static async on(store: Store, kinds = storyKinds): Promise<Writers> {
    const app = await openTestApp({ store, env: { SECRET: secret } });
    try {
      const answer = await (await openOffice(app)).put(adminCalls.demoAccess, access);
      if (answer.status !== 200) throw new Error(answer.text);
      return new Writers(await sessionsOf(app, 20, { remember: true }), kinds);
    } finally {
      await app.close();
    }
  }

  /** Writes until the server is gone, somebody says `rest`, or so many stories are told. */
  async write(server: BuiltServer, most = Number.POSITIVE_INFINITY): Promise<void> {
    this.#resting = false;
    const page = await server.get(calls.csrfToken).catch((error: Error) => {
      if (this.#goesOn(server)) throw error;
    });
    // It was killed before anybody could write.
    if (!page) return;
    const { token } = page.json<{ token: string }>();
    const writer = async () => {
      while (this.#goesOn(server)) {
        const isFull = this.#again.length >= mostWaiting || this.stories.length >= most;
        const story = isFull ? this.#again.shift() : this.#begin();
        if (!story) return;
        await this.#report(story, server, token);
      }
    };
    await Promise.all([writer(), writer(), writer(), writer()]);
  }

  /** The token of somebody who is signed in. */
  get aSession(): string {
    return this.#sessions[0] ?? '';
  }

  rest(): void {
    this.#resting = true;
  }

  /** Counted in answers, not in time: a busy machine kills as late in the work as a quiet one. */
  async acknowledgedMore(count: number): Promise<void> {
    const enough = this.acknowledged + count;
    if (!(await within(120_000, () => this.acknowledged >= enough)))
      throw new Error('Nothing is acknowledged any more');
  }

  /** Whether some of each of these kinds were refused since the refusals were last forgotten. */
  wereRefused(kinds: readonly StoryKind[]): boolean {
    return kinds.every((kind) => this.refusals.some(({ what }) => what === kind));
  }

  /** Compares a store with what was acknowledged; `stories` are those of another moment, where it is of that moment. */
  async verdict(store: Store, stories: readonly Story[] = this.stories): Promise<Verdict> {
    const traces = await readStore(store, readTraces);
    const found = stories.map((story) => ({ ...story, has: story.stored(traces) }));
    const told = (some: typeof found) =>
      some.map(({ name, has, done, sent }) => `${name}: ${has} of ${done} to ${sent}`);
    return {
      lost: told(found.filter(({ has, done }) => typeof has === 'number' && has < done)),
      half: [...told(found.filter(({ has }) => has === 'half')), ...(await brokenIn(store))],
      twice: told(found.filter(({ has, sent }) => has === 'twice' || (typeof has === 'number' && has > sent))),
      faults: this.faults,
    };
  }

  #begin(): Story {
    const index = this.stories.length;
    const story = newStory(this.#kinds[index % this.#kinds.length] ?? 'request', index);
    this.stories.push(story);
    return story;
  }

  #goesOn(server: BuiltServer): boolean {
    return !this.#resting && server.process.exitCode === null && !server.process.killed;
  }

  async #report(story: Story, server: BuiltServer, token: string): Promise<void> {
    while (story.done < story.steps.length) {
      if (!this.#goesOn(server)) {
        this.#again.push(story);
        return;
      }
      story.sent = story.done + 1;
      this.onProgress(story);
      const begun = performance.now();
      try {
        await story.steps[story.done]?.(this.#sendFor(story, server, token));
        story.done++;
        this.onProgress(story);
        this.acknowledged++;
      } catch (error) {
        await this.#note(story, error as Error, performance.now() - begun);
        return;
      }
    }
  }

  async #note(story: Story, error: Error, took: number): Promise<void> {
    const status = error instanceof NotAcknowledged ? error.status : 0;
    const notNow = status === 503 || status === 507;
    if (status > 0) this.refusals.push({ what: story.what, status, took });
    if (notNow) await sleep(100);
    else if ('code' in error) this.unanswered++;
    else this.faults.push(`${story.name}, step ${story.sent}: ${error.message}`);
    if (notNow || 'code' in error) this.#again.push(story);
  }

  #sendFor({ name, sent }: Story, { client }: BuiltServer, token: string): Send {
    const call = this.#calls++;
    // All of a story in sessions of one person, of whom each has ten: a key for creating is its sender's.
    const people = this.#sessions.length / 10;
    const at = (Number(/\d+$/.exec(name)?.[0]) % people) * 10 + (call % 10);
    return async (method, path, body) => {
      const multipart = body instanceof FormData ? new Response(body) : null;
      const isVisitor = path === calls.demoRequest;
      const answer = await client.send(path, {
        method,
        headers: {
          ...(isVisitor ? { 'x-csrf-token': token } : { authorization: `Bearer ${this.#sessions[at]}` }),
          'content-type': multipart?.headers.get('content-type') ?? 'application/json',
          'idempotency-key': `${name}-${sent}`,
        },
        ...(body === undefined ? {} : { body: multipart ? await multipart.bytes() : JSON.stringify(body) }),
        // Each visitor of a network of their own, and each session.
        from: isVisitor ? `127.${10 + ((call >> 16) % 200)}.${(call >> 8) & 255}.${call & 255}` : `127.5.0.${1 + at}`,
      });
      if (answer.status < 200 || answer.status > 299) throw new NotAcknowledged(answer);
      return answer;
    };
  }
}
