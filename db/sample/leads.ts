interface SampleLead {
  name: string;
  institute: string;
  /** E.164. */
  number: string;
  email: string;
  stage: 'new' | 'contacted' | 'demo_given' | 'won' | 'lost';
  hoursAgo: number;
  nextStep?: { text: string; inDays: number };
  lostReason?: string;
  note?: string;
  students?: string;
  packageNote?: string;
  /** In taka. */
  value?: number;
}

/** Invented people with unassigned numbers; hours and days count back from the first start. */
export const leads: SampleLead[] = [
  {
    name: 'সেলিনা পারভীন',
    institute: 'পদ্মা পাবলিক স্কুল',
    number: '+8801700000001',
    email: 'selina@example.com',
    stage: 'new',
    hoursAgo: 9,
  },
  {
    name: 'নুরুল ইসলাম',
    institute: 'দারুল হিকমা আলিম মাদ্রাসা',
    number: '+8801700000002',
    email: 'nurul@example.com',
    stage: 'new',
    hoursAgo: 2,
    students: '৪৫০',
  },
  {
    name: 'মো. আবদুল কাদের',
    institute: 'রূপসা আদর্শ উচ্চ বিদ্যালয়',
    number: '+8801700000003',
    email: 'kader@example.com',
    stage: 'new',
    hoursAgo: 0.4,
  },
  {
    name: 'আবদুল কাদের',
    institute: 'রুপসা আদর্শ উচ্চ বিদ্যালয়',
    number: '+8801700000003',
    email: 'a.kader@example.com',
    stage: 'new',
    hoursAgo: 30,
  },
  {
    name: 'শর্মিলা দেব',
    institute: 'সুরমা মডেল কলেজ',
    number: '+8801700000004',
    email: 'sharmila@example.com',
    stage: 'contacted',
    hoursAgo: 29,
    nextStep: { text: 'Call again', inDays: 0 },
    note: 'অধ্যক্ষের সঙ্গে কথা বলে জানাবেন।',
  },
  {
    name: 'জাহিদ হাসান',
    institute: 'মেঘনা কারিগরি ইনস্টিটিউট',
    number: '+8801700000005',
    email: 'zahid@example.com',
    stage: 'contacted',
    hoursAgo: 50,
    nextStep: { text: 'Send price sheet', inDays: 2 },
    packageNote: 'স্ট্যান্ডার্ড',
  },
  {
    name: 'ফারহানা ইয়াসমিন',
    institute: 'কিশলয় কিন্ডারগার্টেন',
    number: '+8801700000006',
    email: 'farhana@example.com',
    stage: 'demo_given',
    value: 48_000,
    hoursAgo: 96,
    nextStep: { text: 'Follow up', inDays: 4 },
  },
  {
    name: 'দীপক রায়',
    institute: 'করতোয়া উচ্চ বিদ্যালয়',
    number: '+8801700000007',
    email: 'dipak@example.com',
    stage: 'demo_given',
    value: 62_000,
    hoursAgo: 190,
    nextStep: { text: 'Follow up', inDays: -3 },
    note: 'ডেমো দেখেছেন। ফি আদায়ের অংশটি আবার দেখতে চান।',
  },
  {
    name: 'মাহমুদা বেগম',
    institute: 'শাপলা গার্লস স্কুল',
    number: '+8801700000008',
    email: 'mahmuda@example.com',
    stage: 'won',
    value: 85_000,
    hoursAgo: 400,
    note: 'জানুয়ারি থেকে চালু হবে।',
  },
  {
    name: 'তপন কুমার সাহা',
    institute: 'যমুনা রেসিডেনসিয়াল স্কুল অ্যান্ড কলেজ',
    number: '+8801700000009',
    email: 'tapan@example.com',
    stage: 'won',
    value: 140_000,
    hoursAgo: 700,
  },
  {
    name: 'আরিফ হোসেন',
    institute: 'তিস্তা কোচিং সেন্টার',
    number: '+8801700000010',
    email: 'arif@example.com',
    stage: 'lost',
    hoursAgo: 330,
    lostReason: 'Chose another vendor',
  },
  {
    name: 'রুবিনা আক্তার',
    institute: 'ধানসিঁড়ি বিদ্যাপীঠ',
    number: '+8801700000011',
    email: 'rubina@example.com',
    stage: 'lost',
    hoursAgo: 520,
    lostReason: 'Not now',
  },
];
