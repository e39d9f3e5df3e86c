import { z } from 'zod';
import { amount } from '#server/fields/amounts.server.ts';
import { chosen, statusField, versionField } from '#server/fields/choices.server.ts';
import { line } from '#server/fields/texts.server.ts';

const fields = {
  selectedCategory: chosen('package category'),
  package_name: line('package name'),
  intstilation_cost: amount('installation cost'),
  monthly_charge: amount('monthly charge'),
  status: statusField,
};

/** What the form of a package sends, its spelling included. */
export const packageForm = {
  create: z.object(fields).transform(toInput),
  update: z.object({ ...fields, updated_at: versionField }).transform(toInput),
};

/** What the form of a package category sends. */
export const packageCategoryForm = {
  create: z.object({ name: line('name'), status: statusField }),
  update: z
    .object({ name: line('name'), status: statusField, updated_at: versionField })
    .transform(({ updated_at: updatedAt, ...form }) => ({ ...form, updatedAt })),
};

type Form = z.output<z.ZodObject<typeof fields>> & { updated_at?: string | undefined };

function toInput(form: Form) {
  return {
    categoryId: form.selectedCategory,
    name: form.package_name,
    installationCost: form.intstilation_cost,
    monthlyCharge: form.monthly_charge,
    status: form.status,
    updatedAt: form.updated_at,
  };
}
