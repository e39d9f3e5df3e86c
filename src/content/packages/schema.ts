import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { amount } from '#api/fields/amounts.ts';
import { chosen, statusField, versionField } from '#api/fields/choices.ts';
import { line, optionalLine, optionalParagraph } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { type Shown, textShapes } from '#api/shapes.ts';
import { latinDigits } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { mostStudents } from './costs.ts';

/** Costs are a plain number of taka, or text; `includes` has one item per line. */
const texts = {
  package_name: line('package name'),
  installation_cost: amount('installation cost'),
  monthly_charge: amount('monthly charge'),
  audience: optionalLine('line that says for whom it is', 120),
  includes: optionalParagraph('list of what is included'),
};

export const packageShapes = textShapes(texts);

/** Null means no limit. */
const size = { students_from: z.nullable(z.int()), students_to: z.nullable(z.int()) };

const facts = { ...size, /** 1 or 0, as `status`. */ recommended: z.int() };

const packageSchema = z.extend(packageShapes.onWire, facts);

export type Package = z.infer<typeof packageSchema>;

/** `intstilation_cost` is the specification's spelling; the category has the form's name of every select. */
const fields = {
  selectedCategory: chosen('package category'),
  package_name: texts.package_name,
  intstilation_cost: texts.installation_cost,
  monthly_charge: texts.monthly_charge,
  audience: texts.audience,
  includes: texts.includes,
  students_from: numberOfStudents(),
  students_to: numberOfStudents(),
  recommended: classic
    .union([classic.boolean(), classic.literal([0, 1, '0', '1'])])
    .nullish()
    .transform((value) => (value === undefined ? undefined : Number(value ?? 0))),
  status: statusField,
};

const wrongOrder = { path: ['students_to'], error: 'Write the larger number here, or nothing.' };

export const packageForm = {
  /** Null instead of the empty text that missing fields of a new record get. */
  create: classic
    .object(fields)
    .refine(isInOrder, wrongOrder)
    .transform(({ students_from = null, students_to = null, recommended = 0, ...form }) => ({
      ...form,
      students_from,
      students_to,
      recommended,
    })),
  update: classic.object({ ...fields, updated_at: versionField }).refine(isInOrder, wrongOrder),
};

/** An empty value clears the limit; a missing one leaves it unchanged. */
function numberOfStudents() {
  const error = () => t`Write a number from 1 to ${mostStudents}, or nothing.`;
  return classic
    .union([classic.string(), classic.number()], { error })
    .transform((value) => latinDigits(String(value)).replace(/[\s,]/g, ''))
    .refine((text) => text === '' || (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= mostStudents), { error })
    .transform((text) => (text === '' ? null : Number(text)))
    .nullish();
}

function isInOrder({ students_from: from, students_to: to }: { students_from?: Ends; students_to?: Ends }): boolean {
  return !from || !to || from <= to;
}

type Ends = number | null | undefined;

export const packageRecordSchema = z.extend(packageShapes.recordSchema, {
  ...facts,
  package_category_id: idSchema,
  package_category: z.string(),
});

export interface PackageGroup extends Shown<typeof packageCategoryShapes> {
  packages: Package[];
}

/** `note` holds extra costs; `sms_price` is in taka and enables SMS in the calculator. */
export const packageCategoryShapes = textShapes({
  name: line('name'),
  note: optionalParagraph('note'),
  sms_price: optionalLine('price of an SMS', 20)
    .transform((text) => text && latinDigits(text))
    .refine((text) => !text || /^\d{1,4}(?:\.\d{1,3})?$/.test(text), {
      error: 'Write a number of taka, such as 0.50, or nothing.',
    }),
});

export const packageCategoryChoicesSchema = z.array(packageCategoryShapes.onWire);

export const packageGroupsSchema = z.record(
  z.string(),
  z.object({ package_category: z.string(), note: z.string(), sms_price: z.string(), data: z.array(packageSchema) }),
);

/** Groups with the same name are merged under one key. */
export function packageGroupsToWire(groups: PackageGroup[]): z.infer<typeof packageGroupsSchema> {
  const rows = Map.groupBy(groups, (group) => group.name);
  return Object.fromEntries(
    [...rows].map(([name, same]) => [
      name,
      {
        package_category: name,
        note: same.find(({ note }) => note)?.note ?? '',
        sms_price: same.find(({ sms_price }) => sms_price)?.sms_price ?? '',
        data: same.flatMap((group) => group.packages),
      },
    ]),
  );
}
