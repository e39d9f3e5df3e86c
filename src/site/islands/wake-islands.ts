import type { GuardedIsland } from './guard.ts';
import { opensElsewhere, whenIdle } from './page.ts';

/** Loads an island's code once. Resolves when it is hydrated, or could not be loaded. */
type Wake = () => Promise<void>;

/** Loads each island when it comes near the viewport or is touched. */
export function watchIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when, island: name } = island.dataset;
    let waking: Promise<void> | undefined;
    const wake = () => {
      waking ??= hydrate(island).catch((error) => {
        console.error(error);
        // It is still the server's HTML. Browsers of 2026 ask for a file again that did not come.
        island.dataset.awake = 'no';
        waking = undefined;
      });
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

/** Rejects where the code can't be loaded. */
export async function hydrate(island: HTMLElement): Promise<void> {
  const files = island.dataset.src as string;
  // All at once, to save round trips.
  const modules = await Promise.all(files.split(' ').map((file) => import(/* @vite-ignore */ file)));
  await modules[0].guard(island, modules[1]);
  island.dataset.awake = 'yes';
}

/** Storage is read when idle, because it may block on the disk. */
function wakeIfStored(name: string, wake: Wake): void {
  whenIdle()
    .then(() => (sessionStorage[name] ?? localStorage[name]) && wake())
    .catch(() => {
      // Storage is unavailable: nothing is stored.
    });
}

/** Not without a network: to older browsers a module that did not come once never comes. */
function whenNear(island: HTMLElement, wake: Wake): void {
  new IntersectionObserver((entries) => entries.pop()?.isIntersecting && navigator.onLine && wake(), {
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
function captureEvents(island: GuardedIsland, wake: Wake): void {
  const { dataset } = island;
  for (const [type, what] of capturedEvents) {
    const capture = (event: Event) => {
      const target = (event.target as Element).closest<HTMLElement>(what);
      const { key = 'End' } = event as Partial<KeyboardEvent>;
      if (!target || opensElsewhere(event as KeyboardEvent) || !/Arrow|Home|End/.test(key)) return;
      island.asked = event;
      if (dataset.awake) return;
      event.preventDefault();
      dataset.waiting = '';
      // Where the code could not be loaded, the link is followed, the form posted.
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
