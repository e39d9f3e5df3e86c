import { files, media, pages } from '#paths.ts';

/** Pages of ours that a reader is about to open are fetched a moment earlier; only what is public and the same for all. */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                `${pages.admin}*`,
                pages.login,
                pages.forgotPassword,
                `${pages.resetPassword}*`,
                `${pages.acceptInvitation}*`,
                `${pages.search}*`,
                '/api/*',
                `${files.prefix}*`,
                `${media.prefix}*`,
              ],
            },
          },
          // Not for whoever saves data (boot.ts), nor what is no page.
          { not: { selector_matches: '[data-lean] *, [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export const speculationRules = JSON.stringify(rules);
