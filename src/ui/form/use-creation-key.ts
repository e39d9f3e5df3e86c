import { useRef } from 'react';

/**
 * The key under which a form's record is created: the same text sent again, because the answer was lost, makes no second
 * record; another text, or the next record, has another key.
 */
export function useCreationKey() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return {
    keyOf: (values: unknown): string => {
      const text = JSON.stringify(values);
      if (last.current?.text !== text) last.current = { text, key: randomKey() };
      return last.current.key;
    },
    forget: (): void => {
      last.current = null;
    },
  };
}

/** `crypto.randomUUID` is not there on plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
