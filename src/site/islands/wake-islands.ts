import { opensElsewhere, whenIdle } from './page.ts';

/** Resolves when the island is interactive. React calls `fail` where it gave the island up. */
type Hydrate = (element: Element, props: unknown, fail: () => void) => Promise<void>;

/** Loads an island's code once. Resolves when it is hydrated; never where that failed. */
type Wake = () => Promise<void>;

/** Milliseconds in which an error counts as the answer to a click or submit. */
const answerTime = 500;

/** The click or submit that handlers are at work on, or that waits for an island. */
let asked: Event | null = null;

/** Loads each island when it comes near the viewport or is touched. */
export function watchIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when, island: name } = island.dataset;
    let waking: Promise<void> | undefined;
    const wake = () => {
      waking ??= hydrate(island);
      return waking;
    };
    if (when === 'hash' && location.hash) wake();
    if (when === 'stored') wakeIfStored(name as string, wake);
    if (when === 'visible') whenNear(island, wake);
    // `pointerenter` precedes the press on touch screens, too; nobody has touched a field that has the focus by itself.
    island.onpointerenter = island.oninput = wake;
    island.addEventListener('focusin', (event) => (event.target as HTMLElement).autofocus || wake());
    captureEvents(island, wake);
  }
}

/** Storage is read when idle, because it may block on the disk. */
function wakeIfStored(name: string, wake: Wake): void {
  whenIdle()
    .then(() => (sessionStorage[name] ?? localStorage[name]) && wake())
    .catch(() => {
      // Storage is unavailable: nothing is stored.
    });
}

function whenNear(island: HTMLElement, wake: Wake): void {
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && wake(), {
    rootMargin: '300px',
  }).observe(island);
}

/** Captured events and their targets. */
const capturedEvents = [
  ['click', 'a, button[type=button]'],
  ['keydown', '.tab-list a'],
  ['submit', 'form'],
] as const;

/** Captures clicks, submits and tab keys before hydration, and replays them afterwards. */
function captureEvents(island: HTMLElement, wake: Wake): void {
  const { dataset } = island;
  for (const [type, what] of capturedEvents) {
    const capture = (event: Event) => {
      const target = (event.target as Element).closest<HTMLElement>(what);
      const { key = 'End' } = event as Partial<KeyboardEvent>;
      if (!target || opensElsewhere(event as KeyboardEvent) || !/Arrow|Home|End/.test(key)) return;
      asked = event;
      if (dataset.awake) {
        setTimeout(() => {
          asked = null;
        }, answerTime);
        return;
      }
      event.preventDefault();
      dataset.waiting = '';
      wake().then(() => {
        // Not `requestSubmit`, which Safari has only since 16.
        if (type === 'submit') target.querySelector<HTMLElement>('[type=submit]')?.click();
        else target.dispatchEvent(new (event.constructor as typeof Event)(type, event));
      });
    };
    // Before any handler of the island, which may fail.
    island.addEventListener(type, capture, true);
  }
}

async function hydrate(island: HTMLElement): Promise<void> {
  const src = preload(island);
  const fail = keepMarkup(island);
  const blame = ({ error, reason = error }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    if (reason?.stack?.includes(src) || (reason && island.contains(asked?.target as Node | null))) fail();
  };
  addEventListener('error', blame);
  addEventListener('unhandledrejection', blame);
  try {
    const module: { hydrate: Hydrate } = await import(/* @vite-ignore */ src);
    await module.hydrate(island, JSON.parse(island.dataset.props as string), fail);
    island.dataset.awake = 'yes';
  } catch (error) {
    console.error(error);
    fail();
    return new Promise(() => {});
  }
}

/**
 * Answers with a function that puts the server's HTML back, without any listener: with what was typed, and with the
 * link followed or the form sent that was asked for.
 */
function keepMarkup(island: HTMLElement): () => void {
  const copy = island.cloneNode(true) as HTMLElement;
  const [before = [], after = []] = [island, copy].map((root) => [
    ...root.querySelectorAll<HTMLInputElement>('a, form, input, select, textarea'),
  ]);
  return () => {
    if (!island.isConnected) return;
    const { activeElement } = document;
    const { target, type, defaultPrevented } = asked ?? {};
    const owed = defaultPrevented ? (target as Element).closest<HTMLElement>(type === 'submit' ? 'form' : 'a') : null;
    copy.dataset.awake = 'no';
    island.replaceWith(copy);
    island.dispatchEvent(new Event('unhooked'));
    for (const [at, { value, checked }] of before.entries()) Object.assign(after[at] as object, { value, checked });
    after[before.indexOf(activeElement as HTMLInputElement)]?.focus({ preventScroll: true });
    const again = after[before.indexOf(owed as HTMLInputElement)];
    if (type === 'submit') (again as HTMLElement as HTMLFormElement | undefined)?.submit();
    else again?.click();
  };
}

/** Returns the URL of the island's module. */
export function preload({ dataset }: HTMLElement): string {
  const files = (dataset.src as string).split(' ');
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  return files[0] as string;
}
