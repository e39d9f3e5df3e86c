/** Whether a click asks for another tab or window, which is the browser's own work. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey;
}
