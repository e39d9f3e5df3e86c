/** For `onInteractOutside`: toasts lie over everything, and a touch of one closes nothing. */
export function spareToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault();
}
