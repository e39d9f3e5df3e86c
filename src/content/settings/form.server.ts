import parsePhoneNumber from 'libphonenumber-js/max';
import { z } from 'zod';
import {
  anyOf,
  dateField,
  imageField,
  line,
  optionalLine,
  optionalParagraph,
  statusField,
  versionField,
} from '#api/shapes.ts';
import { cleanAddress, latinDigits, lengthOf, linesOf } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { invalid } from '#platform/errors.server.ts';
import { builtInHero, holidaysOf, numbersOf } from './built-in.ts';
import { fillFields, formFields, networks, pageTexts } from './schema.ts';
import { synonymsFault } from './synonyms.server.ts';

/** Character limits; a search result shows about 60 of a title and 160 of a description. */
const limits = {
  name: 80,
  tagline: 200,
  title: 120,
  description: 320,
  keywords: 500,
  heading: 120,
  lead: 400,
  hint: 200,
  customers: 200,
  pupil: 40,
  line: 60,
  message: 160,
  synonyms: 16_000,
  holidays: 8_000,
};

const phoneField = optionalLine('number', 40).transform((text, context) => {
  if (!text) return text;
  const phone = parsePhoneNumber(latinDigits(text), 'BD');
  if (phone?.isValid()) return phone.number as string;
  context.addIssue(t('This is no phone number. Write it like 01712-345678, or with + and the code of the country.'));
  return z.NEVER;
});

const emailField = z
  .nullish(z.string({ error: 'The e-mail address must be text.' }).transform(cleanAddress))
  .transform((text) => text ?? undefined)
  .refine((text) => !text || (lengthOf(text) <= 254 && z.email().safeParse(text).success), {
    error: 'Enter an e-mail address like name@example.com.',
  });

/** An https address, normalised as browsers do. */
const addressField = optionalLine('address', 500).transform((text, context) => {
  if (!text) return text;
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password) return url.href;
  context.addIssue(
    t(
      url && (url.username || url.password)
        ? 'Leave out the user name and the password.'
        : 'Paste the whole address of the page; it starts with https://',
    ),
  );
  return z.NEVER;
});

const headingField = optionalParagraph('heading', limits.heading)
  .transform((text) => text?.replace(/[^\S\n]*\n\s*/g, '\n'))
  .refine((text) => (text ?? '').split('\n').length <= 4, { error: 'Use at most four lines.' });

const pupilsField = optionalParagraph('names', 400).transform((text, context) => {
  const names = linesOf(text ?? '');
  if (text && names.length !== 7) context.addIssue(t('Write seven names, one on each line.'));
  if (names.some((name) => lengthOf(name) > limits.pupil))
    context.addIssue(t`A name may have at most ${limits.pupil} characters. Please shorten it.`);
  return text && names.join('\n');
});

const messageField = optionalLine('message', limits.message).refine((text) => !text || text.includes('{name}'), {
  error: 'Write {name} where the name of the pupil belongs.',
});

const feesField = numbersField('amounts', { lines: 4, number: 9_999_999, like: 'নভেম্বরের বেতন ১২০০' });
const marksField = numbersField('marks', { lines: 6, number: 100, like: 'বাংলা ৮৮' });

/** Lines that each end with a number. */
function numbersField(what: string, { lines, number, like }: { lines: number; number: number; like: string }) {
  return optionalParagraph(what, 500).transform((text, context) => {
    const textLines = linesOf(text ?? '');
    const parsed = numbersOf(text ?? '');
    if (textLines.length > lines) context.addIssue(t`Write at most ${lines} lines.`);
    if (parsed.length !== textLines.length)
      context.addIssue(t`Each line needs a name and, at its end, a number: ${like}`);
    if (parsed.some((line) => line.number > number)) context.addIssue(t`A number may be at most ${number}.`);
    if (parsed.some((line) => lengthOf(line.name) > limits.line))
      context.addIssue(t`A line may have at most ${limits.line} characters. Please shorten it.`);
    return text && textLines.join('\n');
  });
}

const synonymsField = optionalParagraph('words', limits.synonyms).superRefine((text, context) => {
  const fault = synonymsFault(text ?? '');
  if (fault) context.addIssue(fault);
});

const holidaysField = optionalParagraph('holidays', limits.holidays).refine(
  (text) => holidaysOf(text ?? '').every((day) => dateField.safeParse(day).success),
  { error: 'Begin each line with its day, like 2026-12-16 Victory Day.' },
);

/** A missing field stays unchanged; an empty text restores the default. */
export const settingsForm = z.object({
  name: line('name', limits.name),
  tagline: optionalLine('tagline', limits.tagline),
  image: imageField,
  logo_status: statusField,
  phone: phoneField,
  whatsapp: phoneField,
  email: emailField,
  address: optionalParagraph('address', 400),
  ...fillFields(networks, () => addressField),
  customers_text: optionalLine('text', limits.customers),
  customers_link: addressField,
  hero_audience: optionalLine('line that says for whom it is', limits.heading),
  hero_title: headingField,
  hero_emphasis: optionalLine('words', limits.heading),
  hero_lead: optionalParagraph('introduction', limits.lead),
  hero_hint: optionalLine('hint', limits.hint),
  hero_statistics: optionalLine('text', limits.heading),
  scene_status: statusField,
  scene_title: optionalLine('heading', limits.heading),
  scene_lead: optionalParagraph('introduction', limits.lead),
  scene_school: optionalLine('name of the school', limits.name),
  scene_grade: optionalLine('class', limits.line),
  scene_pupils: pupilsField,
  scene_message: messageField,
  scene_fees: feesField,
  scene_exam: optionalLine('exam', limits.line),
  scene_marks: marksField,
  form_fields: z.array(anyOf(formFields)).optional(),
  synonyms: synonymsField,
  holidays: holidaysField,
  ...fillFields(
    pageTexts.map(({ field }) => field),
    (field) => {
      const part = field.slice(field.lastIndexOf('_') + 1) as 'title' | 'description' | 'keywords';
      return optionalLine(part, limits[part]);
    },
  ),
  updated_at: versionField,
});

export type SettingsForm = z.output<typeof settingsForm>;

/** @throws {HttpError} 422 where the emphasised words are not part of the heading */
export function checkEmphasis({ hero_title, hero_emphasis }: SettingsForm): void {
  if (hero_title === undefined || !hero_emphasis) return;
  if (!(hero_title || builtInHero.title.normalize('NFC')).includes(hero_emphasis))
    throw invalid({ hero_emphasis: ['Write words that stand in the heading, spelled the same and on one line.'] });
}
