import { files, media, pages } from '#paths.ts';

/** Speculation rules: prefetch public pages, which are the same for all visitors, when a link is hovered or pressed. */
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
          // Skips visitors who save data (boot.ts) and downloads.
          { not: { selector_matches: '[data-lean] *, [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export const speculationRules = JSON.stringify(rules);
