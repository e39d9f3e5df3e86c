export const words = {
  heading: 'খবর ও ঘোষণা',
  lead: 'নতুন সুবিধা, প্রশিক্ষণ আর প্রতিষ্ঠানের অভিজ্ঞতা।',
  read: 'আরও পড়ুন',
  all: 'সব খবর',
  more: 'আরও খবর দেখুন',
  loadMore: 'Load More',
  loading: 'Loading...',
  failed: 'খবর আনা গেল না',
  added: (count: string) => `আরও ${count}টি খবর যোগ হলো।`,
} as const;
