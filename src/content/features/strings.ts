export const featureStrings = {
  heading: 'ফিচার',
  lead: 'যে কাজটি দরকার, সেটিতে চাপ দিয়ে দেখুন।',
  all: 'সব ফিচার দেখুন',
} as const;
