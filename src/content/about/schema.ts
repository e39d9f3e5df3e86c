import * as mini from 'zod/mini';
import { optionalDate, todayInDhaka } from '#api/fields/dates.ts';
import { line, optionalParagraph, paragraph, richTextField } from '#api/fields/texts.ts';
import { draftOf, type PicturedShown, picturedShapes } from '#api/shapes.ts';
import { pendingShape } from '#api/versions.ts';

/** The date is `YYYY-MM-DD`; the content is sanitised HTML. */
const shapes = picturedShapes(
  {
    title: line('title'),
    short_description: paragraph('short description'),
    date: optionalDate,
    description: optionalParagraph('description'),
    content: richTextField,
  },
  { rich: 'content', unsearched: ['date', 'description'] },
);

/** The date defaults to today in Dhaka. */
const create = shapes.form.create.transform(({ date = todayInDhaka(), ...form }) => ({ ...form, date }));

export const aboutShapes = { ...shapes, form: { ...shapes.form, create } };

/** An empty date is today here too. */
const today = optionalDate.transform((date) => date ?? todayInDhaka());

export const aboutDraftForm = draftOf(shapes.form.update.extend({ date: today }));

export const aboutRecordSchema = mini.extend(aboutShapes.recordSchema, pendingShape);

export type About = PicturedShown<typeof aboutShapes>;
