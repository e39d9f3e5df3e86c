/** How many news a page shows, here and in the public call. */
export const newsPageSize = 6;
