/** Writes down how the first page of this visit was reached; it goes along with a demo request, and ends with the tab. */
export function rememberVisit(): void {
  try {
    sessionStorage.visit ??= JSON.stringify([location.search, document.referrer]);
  } catch {
    // Then nobody knows.
  }
}
