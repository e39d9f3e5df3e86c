import type { ReactNode } from 'react';
import { MultiSelectField, OptionField, SelectField } from '#ui/form/choice-field.tsx';
import { DateField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { ImageField } from '../../pictures/image-field.tsx';
import { ContentField } from '../../rich-text/content-field.tsx';

/** Fields whose names are those of a form's schema, and that show as required what the schema requires. */
export function fieldsOf<Form>() {
  return fields as { [Field in keyof typeof fields]: Named<(typeof fields)[Field], Form> };
}

const fields = {
  TextField,
  TextArea,
  DateField,
  ImageField,
  ContentField,
  OptionField,
  SelectField,
  MultiSelectField,
};

type Named<Field extends (props: never) => ReactNode, Form> = (
  props: Omit<Parameters<Field>[0], 'name' | 'required'> & Name<Form>,
) => ReactNode;

type Name<Form> =
  | { name: Exclude<keyof Form & string, Optional<Form>>; required: true }
  | { name: Optional<Form>; required?: never };

type Optional<Form> = {
  [Name in keyof Form & string]: undefined extends Form[Name] ? Name : never;
}[keyof Form & string];
