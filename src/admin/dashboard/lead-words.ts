import type { Stage } from './schema.ts';

// As the inbox has them; its shapes bring a checker of shapes with them, which the first screen has no use for.

export const stageNames: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  demo_given: 'Demo given',
  won: 'Won',
  lost: 'Lost',
};

/** A number as people in Bangladesh write it: 01712-345678. Others keep their country code. */
export function phoneInWords(number: string): string {
  const local = /^\+880(1\d{3})(\d{6})$/.exec(number);
  return local ? `0${local[1]}-${local[2]}` : number;
}
