export const aboutStrings = {
  details: 'বিস্তারিত',
  detailsInEnglish: 'details',
  label: 'পরিচিতি',
} as const;
