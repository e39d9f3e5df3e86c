export const words = {
  heading: 'সম্মানিত গ্রাহক তালিকা',
  /** The heading of the specification, for whoever reads the page in English. */
  headingInEnglish: 'list of honoured customers',
  nameless: 'গ্রাহক প্রতিষ্ঠান',
} as const;
