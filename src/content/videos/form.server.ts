import { z } from 'zod';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { line } from '#server/fields/texts.server.ts';
import { youtubeId } from './schema.ts';

const fields = {
  gallery_title: line('title'),
  gallery_link: line('video link', 2_048).refine((link) => youtubeId(link) !== null, {
    error: 'Paste the address of a YouTube video, like https://www.youtube.com/watch?v=…',
  }),
  status: statusField,
};

/** What the form of a video sends. */
export const videoForm = {
  create: z.object(fields).transform(toInput),
  update: z.object({ ...fields, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { updated_at?: string | undefined };

function toInput({ gallery_title: title, gallery_link: link, status, updated_at: updatedAt }: Form) {
  return { title, link, status, updatedAt };
}
