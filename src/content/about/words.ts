export const words = {
  details: 'বিস্তারিত',
  label: 'পরিচিতি',
} as const;
