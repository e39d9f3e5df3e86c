import { latinDigits, linesOf } from '#api/text.ts';
import type { Scene, SceneText } from './schema.ts';

/** The texts were validated when they were saved. */
export function sceneOf(texts: Record<SceneText, string>): Scene {
  return { ...texts, pupils: linesOf(texts.pupils), fees: numbersOf(texts.fees), marks: numbersOf(texts.marks) };
}

/** Lines that end with a number: 'বাংলা ৮৮'. Lines without a number or a name are skipped. */
export function numbersOf(text: string): Scene['marks'] {
  return linesOf(text).flatMap((line) => {
    const [, name, number = ''] = line.match(/^(.*[^\s:=৳])[\s:=৳]+([\d০-৯][\d০-৯,]*)$/) ?? [];
    return name ? [{ name, number: Number(latinDigits(number).replaceAll(',', '')) }] : [];
  });
}
