// Arrow functions, because this code is inlined into every page and they are shorter.

/** Resolves when the browser is idle. */
export const whenIdle = () => new Promise<unknown>((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));

/** Holds page state for the stylesheet. */
export const root = document.documentElement;

/** The first such element of the page. */
export const find = <Found extends HTMLElement = HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector);

/** Whether a modifier key asks for a new tab or window, a download, or the previous page. */
export const opensElsewhere = (event: MouseEvent | KeyboardEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

export const expand = (button: HTMLElement | null, isOpen: boolean) =>
  button?.setAttribute('aria-expanded', `${isOpen}`);
