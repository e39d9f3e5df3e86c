export const downloadStrings = {
  heading: 'ডাউনলোড',
  all: 'সব ডাউনলোড দেখুন',
  number: 'ক্রম',
  title: 'শিরোনাম',
  file: 'ফাইল',
  download: 'ডাউনলোড',
  /** Label where neither the name nor the type of the file is known. */
  link: 'LINK',
} as const;
