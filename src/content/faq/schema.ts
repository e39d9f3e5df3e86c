import { line, requiredRichText } from '#api/fields/texts.ts';
import { type Shown, textShapes } from '#api/shapes.ts';

/** The answer is sanitised HTML. */
export const faqShapes = textShapes(
  { question: line('question'), answer: requiredRichText('answer') },
  { rich: 'answer' },
);

export type Faq = Shown<typeof faqShapes>;
