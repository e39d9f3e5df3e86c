import type { Hydrate } from '#ui/site/hydrate.tsx';

/** The loader notes the last click, submit or key in an island, before any handler. */
export interface GuardedIsland extends HTMLElement {
  asked?: Event;
}

/** Milliseconds in which an error counts as the answer to a click or submit. */
const answerTime = 500;

/**
 * Hydrates an island. Where it throws, then or later, the server's HTML is put back; where that is before it is
 * interactive, the promise stays pending.
 */
export async function guard(island: GuardedIsland, { hydrate }: { hydrate: Hydrate }): Promise<void> {
  const { src = '', props = '{}' } = island.dataset;
  // The first is this file.
  const [, own = ''] = src.split(' ');
  const fail = keepMarkup(island);
  const blame = ({ error, reason = error }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    if (reason && (askedOf(island) || reason.stack?.includes(own))) fail();
  };
  addEventListener('error', blame);
  addEventListener('unhandledrejection', blame);
  try {
    await hydrate(island, JSON.parse(props), fail);
  } catch (error) {
    console.error(error);
    fail();
  }
  if (!island.isConnected) await new Promise(() => {});
}

/**
 * Answers with a function that puts the server's HTML back, without any listener: with what was typed, and with the
 * link followed or the form sent that was asked for.
 */
function keepMarkup(island: GuardedIsland): () => void {
  const copy = island.cloneNode(true) as HTMLElement;
  const [before = [], after = []] = [island, copy].map((root) => [
    ...root.querySelectorAll<HTMLInputElement>('a, form, input, select, textarea'),
  ]);
  // React empties an island that it can't draw, and the focus is gone before anybody is told.
  let focused: EventTarget | null = document.activeElement;
  for (const type of ['focusin', 'pointerdown'])
    addEventListener(type, ({ target }) => {
      focused = target;
    });
  return () => {
    if (!island.isConnected) return;
    const { target, type, defaultPrevented } = askedOf(island) ?? {};
    const owed = defaultPrevented ? (target as Element).closest<HTMLElement>(type === 'submit' ? 'form' : 'a') : null;
    copy.dataset.awake = 'no';
    island.replaceWith(copy);
    island.dispatchEvent(new Event('unhooked'));
    after[before.indexOf(focused as HTMLInputElement)]?.focus({ preventScroll: true });
    for (const [at, { value, checked }] of before.entries()) {
      // A value that is new puts the caret behind it.
      Object.assign(after[at] as object, { value: '' });
      Object.assign(after[at] as object, { value, checked });
    }
    const again = after[before.indexOf(owed as HTMLInputElement)];
    if (type === 'submit') (again as HTMLElement as HTMLFormElement | undefined)?.submit();
    else again?.click();
  };
}

/** What an error that comes now is the answer to. */
function askedOf({ asked, dataset }: GuardedIsland): Event | null {
  return asked && (!dataset.awake || performance.now() - asked.timeStamp < answerTime) ? asked : null;
}
