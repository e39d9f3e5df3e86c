import type { ClientWithStory } from './kind.server.ts';

/** Rows of a measure before and after. */
export const figureRows = [1, 2, 3] as const;

/** The texts above a story. */
export const emptyOpening = {
  person_name: '',
  person_role: '',
  measure_1: '',
  before_1: '',
  after_1: '',
  measure_2: '',
  before_2: '',
  after_2: '',
  measure_3: '',
  before_3: '',
  after_3: '',
};

type Figure = Record<'measure' | 'before' | 'after', string>;

/** The rows that say what was measured and what it is now; `before` may be empty. */
export function figuresOf(client: ClientWithStory): Figure[] {
  return figureRows
    .map((row) => ({
      measure: client[`measure_${row}`],
      before: client[`before_${row}`],
      after: client[`after_${row}`],
    }))
    .filter(({ measure, after }) => measure && after);
}

export function figureInWords({ measure, before, after }: Figure): string {
  return `${measure}: ${[before, after].filter(Boolean).join(' থেকে ')}`;
}
