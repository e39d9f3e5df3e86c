export const featureStrings = {
  heading: 'ফিচার',
  lead: 'যে কাজটি দরকার, সেটিতে চাপ দিয়ে দেখুন।',
  categories: 'বিভাগ',
  all: 'সব ফিচার দেখুন',
  tour: 'সফটওয়্যারের পর্দা, পাশে টেনে দেখুন',
  related: 'সঙ্গে আরও যা আছে',
  screens: 'পর্দায় যেমন দেখায়',
} as const;
