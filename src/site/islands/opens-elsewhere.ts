/** Whether a click or a key asks for something else: another tab or window, a download, the page before. */
export function opensElsewhere({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
