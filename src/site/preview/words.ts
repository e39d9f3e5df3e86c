export const words = {
  banner: 'খসড়া',
  hint: 'পাতাটি এখনও এভাবে প্রকাশিত হয়নি। লিংকটি ২৪ ঘণ্টা চলে।',
} as const;
