import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { amount } from '#wire/fields/amounts.ts';
import { chosen, statusField, versionField } from '#wire/fields/choices.ts';
import { line } from '#wire/fields/texts.ts';
import { idOnWire } from '#wire/records.ts';
import { type Shown, textShapes } from '#wire/shapes.ts';

/** What one package costs, as staff wrote it: a plain number of taka, or words. */
const texts = {
  package_name: line('package name'),
  installation_cost: amount('installation cost'),
  monthly_charge: amount('monthly charge'),
};

export const packageShapes = textShapes(texts);

export type Package = Shown<typeof packageShapes>;

/** The form spells one field in a way of its own, and calls the category what a select of any kind does. */
const fields = {
  selectedCategory: chosen('package category'),
  package_name: texts.package_name,
  intstilation_cost: texts.installation_cost,
  monthly_charge: texts.monthly_charge,
  status: statusField,
};

export const packageForm = {
  create: classic.object(fields).transform(withoutAliases),
  update: classic.object({ ...fields, updated_at: versionField }).transform(withoutAliases),
};

function withoutAliases<F extends { selectedCategory: number; intstilation_cost: string }>(form: F) {
  const { selectedCategory, intstilation_cost, ...own } = form;
  return { ...own, category_id: selectedCategory, installation_cost: intstilation_cost };
}

export const packageRecordOnWire = z.extend(packageShapes.recordOnWire, {
  package_category_id: idOnWire,
  package_category: z.string(),
});

/** The packages for one sort of institution. */
export interface PackageGroup extends Shown<typeof packageCategoryShapes> {
  packages: Package[];
}

export const packageCategoryShapes = textShapes({ name: line('name') });

/** What a select of categories offers. */
export const packageCategoriesToChooseOnWire = z.array(packageCategoryShapes.onWire);

export const packageGroupsOnWire = z.record(
  z.string(),
  z.object({ package_category: z.string(), data: z.array(packageShapes.onWire) }),
);

/** Two groups of one name share the label, and so the rows under it. */
export function packageGroupsToWire(groups: PackageGroup[]): z.infer<typeof packageGroupsOnWire> {
  const rows = Map.groupBy(groups, (group) => group.name);
  return Object.fromEntries(
    [...rows].map(([name, same]) => [name, { package_category: name, data: same.flatMap((group) => group.packages) }]),
  );
}
