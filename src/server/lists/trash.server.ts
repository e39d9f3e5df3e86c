/** How long a deleted record can be brought back, in days. */
const daysInTrash = 30;

/** What was deleted before this moment is gone for good. */
export function oldestInTrash(): string {
  return new Date(Date.now() - daysInTrash * 86_400_000).toISOString();
}
