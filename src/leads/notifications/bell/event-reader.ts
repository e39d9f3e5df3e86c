/** Reads server-sent events out of pieces of text as they come: the names of what changed, event by event. */
export class EventReader {
  #rest = '';

  read(piece: string): string[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap(kindsOf);
  }
}

function kindsOf(block: string): string[] {
  const lines = block.split('\n');
  if (!lines.includes('event: change')) return [];
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '{}';
  try {
    const { kinds }: { kinds?: string[] } = JSON.parse(data);
    return kinds ?? [];
  } catch {
    return [];
  }
}
