export const newsPageSize = 6;
