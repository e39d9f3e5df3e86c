/** Where the packages of a kind of institution stand on their page. */
export function anchorOf({ id }: { id: number }): string {
  return `packages-${id}`;
}
