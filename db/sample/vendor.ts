/** Unmistakably fictional: numbers of zeros and `example` addresses. */
export const vendor = {
  phone: '+8801700000000',
  whatsapp: '+8801700000000',
  email: 'hello@example.com',
  address: 'নমুনা ভবন (৩য় তলা), সড়ক ০০\nমিরপুর ১০, ঢাকা ১২১৬',
  facebook: 'https://www.facebook.com/example',
  youtube: 'https://www.youtube.com/@example',
};
