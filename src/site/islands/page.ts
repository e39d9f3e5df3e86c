/** Resolves when the browser is idle. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}

/** Holds page state for the stylesheet. A short name, because this code is inlined into every page. */
export const root = document.documentElement;

/** Whether a modifier key asks for a new tab or window, a download, or the previous page. */
export function opensElsewhere(event: MouseEvent | KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
