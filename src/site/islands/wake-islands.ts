import { opensElsewhere, whenIdle } from './page.ts';

type Hydrate = (element: Element, props: unknown) => Promise<void>;

/** Loads an island's code once. Resolves when it is hydrated, or when loading failed. */
type Wake = () => Promise<void>;

/** Loads each island when it comes near the viewport or is touched. */
export function watchIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when, island: name = '' } = island.dataset;
    const wake = waker(island);
    if (when === 'hash' && location.hash) wake();
    if (when === 'stored') wakeIfStored(name, wake);
    if (when === 'visible') whenNear(island, wake);
    // `pointerenter` precedes the press on touch screens, too; nobody has touched a field that has the focus by itself.
    island.onpointerenter = island.oninput = wake;
    island.addEventListener('focusin', (event) => (event.target as HTMLElement).autofocus || wake());
    captureEvents(island, wake);
  }
}

function waker(island: HTMLElement): Wake {
  let waking: Promise<void> | undefined;
  return () => {
    waking ??= hydrate(island)
      .then(
        () => 'yes',
        () => 'no',
      )
      .then((awake) => {
        island.dataset.awake = awake;
      });
    return waking;
  };
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
  new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && wake(), {
    rootMargin: '300px',
  }).observe(island);
}

/** Captured events and their targets. */
const capturedEvents = [
  ['click', 'a, button[type=button]'],
  ['keydown', '.tab-list a'],
] as const;

/** Captures clicks, submits and tab keys before hydration, and replays them afterwards. */
function captureEvents(island: HTMLElement, wake: Wake): void {
  const { dataset } = island;
  const keep = (event: Event, replay: () => void) => {
    if (dataset.awake) return;
    event.preventDefault();
    dataset.waiting = '';
    // If loading fails, the default action happens: the link is followed, the form is posted.
    wake().then(replay);
  };
  for (const [type, what] of capturedEvents) {
    island.addEventListener(type, (event: MouseEvent | KeyboardEvent) => {
      const target = (event.target as Element).closest<HTMLElement>(what);
      const { key = 'End' } = event as Partial<KeyboardEvent>;
      if (target && !opensElsewhere(event) && /Arrow|Home|End/.test(key))
        keep(event, () => target.dispatchEvent(new (event.constructor as typeof Event)(type, event)));
    });
  }
  island.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    keep(event, () => (dataset.awake === 'no' ? form.submit() : form.requestSubmit()));
  });
}

async function hydrate(island: HTMLElement): Promise<void> {
  const { src = '', needs, props = '{}' } = island.dataset;
  for (const href of needs?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const module: { hydrate: Hydrate } = await import(/* @vite-ignore */ src);
  await module.hydrate(island, JSON.parse(props));
}
