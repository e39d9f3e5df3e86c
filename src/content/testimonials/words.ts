export const words = {
  heading: 'যাঁরা ব্যবহার করছেন',
  dots: 'মতামত বেছে নিন',
  dot: (number: string) => `মতামত ${number}`,
} as const;
