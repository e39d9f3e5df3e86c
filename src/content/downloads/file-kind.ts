import type { Download } from './schema.ts';

/** What the chip beside a title says: `PDF`, `XLSX`, or null where nothing tells. */
export function fileKind({ fileName, fileType, url }: Download): string | null {
  const extension = extensionOf(fileName ?? '') ?? (URL.canParse(url) ? extensionOf(new URL(url).pathname) : null);
  if (extension) return extension.toUpperCase();
  const subtype = fileType?.split('/')[1]?.split(/[;+]/)[0];
  return subtype && /^[a-z0-9]{2,5}$/i.test(subtype) ? subtype.toUpperCase() : null;
}

function extensionOf(name: string): string | null {
  return name.match(/\.([a-z0-9]{2,5})$/i)?.[1] ?? null;
}
