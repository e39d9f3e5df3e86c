export const testimonialStrings = {
  heading: 'যাঁরা ব্যবহার করছেন',
  story: 'প্রতিষ্ঠানটির গল্প',
  dots: 'মতামত বেছে নিন',
  dot: (number: string) => `মতামত ${number}`,
} as const;
