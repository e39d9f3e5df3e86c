import { cleanLine, latinDigits } from '#wire/text.ts';
import type { Scene, SceneText } from './schema.ts';

/** The scene of its texts, which were checked when they were written. */
export function sceneOf(texts: Record<SceneText, string>): Scene {
  return { ...texts, pupils: linesOf(texts.pupils), fees: numbersOf(texts.fees), marks: numbersOf(texts.marks) };
}

export function linesOf(text: string): string[] {
  return text.split('\n').map(cleanLine).filter(Boolean);
}

/** Lines that end with a number: 'বাংলা ৮৮'. What has none, or no name before it, is left out. */
export function numbersOf(text: string): Scene['marks'] {
  return linesOf(text).flatMap((line) => {
    const [, name, number = ''] = line.match(/^(.*[^\s:=৳])[\s:=৳]+([\d০-৯][\d০-৯,]*)$/) ?? [];
    return name ? [{ name, number: Number(latinDigits(number).replaceAll(',', '')) }] : [];
  });
}
