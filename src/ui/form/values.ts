export type FormValue = string | number | boolean | number[] | string[] | null;

export type FormValues = Record<string, FormValue>;
