import type { Client } from '#content/clients/kind.server.ts';
import type { QuotedTestimonial, Testimonial } from '#content/testimonials/kind.server.ts';
import { pages } from '#paths.ts';

/** Testimonials with a link to the story of the institution that their position names. */
export function withStories(
  testimonials: Testimonial[],
  clients: Client[],
  sample: ReadonlySet<string>,
): QuotedTestimonial[] {
  const storied = clients.filter((client) => client.has_story);
  return testimonials.map((testimonial) => {
    const client = storied.find(({ title }) => isFrom(testimonial, title));
    return {
      ...testimonial,
      story: client ? pages.clientStory(client.id) : null,
      isSample: sample.has(`testimonials ${testimonial.id}`),
    };
  });
}

/** Compares the end of a position: 'অধ্যক্ষ, দারুল হিকমা আলিম মাদ্রাসা'. */
export function isFrom({ position }: Testimonial, title: string): boolean {
  return title !== '' && `, ${position}`.endsWith(`, ${title}`);
}
