/** Until the browser has nothing better to do. */
export function calm(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}

/** The page's own element, on which its state is written for the stylesheet. Short, for all of this is in every page. */
export const root = document.documentElement;

/** Whether a click or a key asks for something else: another tab or window, a download, the page before. */
export function opensElsewhere(event: MouseEvent | KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
