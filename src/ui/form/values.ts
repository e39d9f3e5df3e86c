export type FormValue = string | number | boolean | number[] | null;

export type FormValues = Record<string, FormValue>;
