/** Key in localStorage and name of the island that shows it. Nothing sends it by itself. */
export const institutionKey = 'institution';

export interface Institution {
  name: string;
  /** Empty, or a key of the words that the island gets. */
  kind: string;
}

/** Empty texts where the visitor typed none, or where storage is unavailable. */
export function readInstitution(): Institution {
  try {
    const { name, kind }: Partial<Institution> = JSON.parse(localStorage.getItem(institutionKey) ?? '{}');
    return { name: `${name ?? ''}`, kind: `${kind ?? ''}` };
  } catch {
    return { name: '', kind: '' };
  }
}
