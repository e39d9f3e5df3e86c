import { opensElsewhere } from './opens-elsewhere.ts';

type Hydrate = (element: Element, props: unknown) => Promise<void>;

/** What a reader did to an island that was not there yet, done again once it is. */
type Replay = () => void;

/** Brings each island's code when its time comes: near the window, or touched. */
export function watchIslands(): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        wake(target as HTMLElement);
      }
    },
    { rootMargin: '300px' },
  );
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when } = island.dataset;
    if ((when === 'hash' && location.hash) || (when === 'kept' && isKept(island))) wake(island);
    if (when === 'visible') near.observe(island);
    // A finger enters before it presses.
    for (const type of ['pointerenter', 'focusin']) {
      island.addEventListener(type, () => wake(island), { once: true, passive: true });
    }
    catchEarly(island);
  }
}

function isKept(island: HTMLElement): boolean {
  try {
    const { island: name = '' } = island.dataset;
    return (sessionStorage.getItem(name) ?? localStorage.getItem(name)) !== null;
  } catch {
    return false;
  }
}

/** A click or a send before the island lives is kept, and repeated when it does. */
function catchEarly(island: HTMLElement): void {
  const keep = (event: Event, replay: Replay) => {
    if (island.dataset.awake !== undefined) return;
    event.preventDefault();
    island.dataset.waiting = '';
    // What cannot be brought is left to the plain page: the link leads on, the form is posted.
    wake(island)
      .then(replay)
      .finally(() => delete island.dataset.waiting);
  };
  island.addEventListener('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button[type=button]');
    if (target && !opensElsewhere(event)) keep(event, () => target.click());
  });
  island.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    keep(event, () => (island.dataset.awake === 'no' ? form.submit() : form.requestSubmit()));
  });
}

const waking = new WeakMap<Element, Promise<void>>();

function wake(island: HTMLElement): Promise<void> {
  let promise = waking.get(island);
  if (!promise) {
    promise = hydrate(island).then(
      () => {
        island.dataset.awake = 'yes';
      },
      () => {
        island.dataset.awake = 'no';
      },
    );
    waking.set(island, promise);
  }
  return promise;
}

async function hydrate(island: HTMLElement): Promise<void> {
  const { src = '', needs, props = '{}' } = island.dataset;
  for (const href of needs?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  const module: { hydrate: Hydrate } = await import(/* @vite-ignore */ src);
  await module.hydrate(island, JSON.parse(props));
}
