export const words = {
  heading: 'প্যাকেজ ও খরচ',
  lead: 'লুকানো খরচ নেই। খাতায় যা লেখা, সেটুকুই।',
  number: 'ক্রম',
  package: 'প্যাকেজ',
  installation: 'ইনস্টলেশন খরচ',
  monthly: 'মাসিক চার্জ',
} as const;
