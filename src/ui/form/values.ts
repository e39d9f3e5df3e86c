/** What a field of a form may hold, under its name on the wire. */
export type FormValue = string | number | boolean | number[] | null;

export type FormValues = Record<string, FormValue>;
