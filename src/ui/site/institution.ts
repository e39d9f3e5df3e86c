/** Key in localStorage and name of the island that shows it. Nothing sends it by itself. */
export const institutionKey = 'institution';

/** Name and kind, empty where the visitor typed none or storage is unavailable. */
export function readInstitution(): [name: string, kind: string] {
  try {
    return JSON.parse(localStorage.getItem(institutionKey) ?? '["",""]');
  } catch {
    return ['', ''];
  }
}
