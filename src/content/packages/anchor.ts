export function anchorOf({ id }: { id: number }): string {
  return `packages-${id}`;
}
