import { z } from 'zod';
import { files } from '#paths.ts';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { line } from '#server/fields/texts.server.ts';

const wrongAddress = 'Upload a file, or write an address that begins with https://.';

const fields = {
  title: line('title'),
  file_url: line('address, or upload a file', 2_048).transform((text, context) => {
    const fileKey = new RegExp(`^${files.prefix}([0-9a-f]{40})/[^/]+$`).exec(text)?.[1];
    if (fileKey) return { link: null, fileKey };
    if (isHttps(text)) return { link: text, fileKey: null };
    context.addIssue(wrongAddress);
    return z.NEVER;
  }),
  status: statusField,
};

/** What the form of a download sends. */
export const downloadForm = {
  create: z.object(fields).transform(toInput),
  update: z.object({ ...fields, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { updated_at?: string | undefined };

function toInput({ title, file_url: target, status, updated_at: updatedAt }: Form) {
  return { title, ...target, status, updatedAt };
}

/** Names and passwords in an address would be published with it. */
function isHttps(text: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '' && url.hostname.includes('.');
}
