export const words = {
  heading: 'ফিচার',
  lead: 'যে ঘরে যে কাজ। দরকারমতো ঘর খুলে নিন।',
  home: 'হোম',
  categories: 'বিভাগ',
  all: 'সব ফিচার দেখুন',
} as const;
