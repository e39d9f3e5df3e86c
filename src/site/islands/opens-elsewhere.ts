/** Whether a click or a key asks for something else: another tab or window, a download, the page before. */
export function opensElsewhere(event: MouseEvent | KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
