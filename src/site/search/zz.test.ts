import { test } from 'vitest';
import { readSearchQuery } from '#cms/search/query.server.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { addSampleWithoutPictures } from '../../../test/helpers/sample.ts';
import { readResults } from './results.server.ts';
test('x', async () => {
  const app = await openTestApp();
  await addSampleWithoutPictures(app);
  for (const q of ['excel theke data ana','কওমি','MPO','হাজিরা','seat','মোবাইল দিয়ে হাজিরা','Feni','দাম কত','এসএমএস খরচ','হিফজ','ইন্টারনেট ছাড়া','বেতন','৫০০ ছাত্রের মাদ্রাসা কত','whatsapp','ঢাকা অফিস','login','কারা ব্যবহার করে','ক্যাশ বই','homework','২০২৭','২০২৭ সালের ভর্তি','bcs','১ হাজার ছাত্রের কলেজ','৫শ ছাত্র কত']) {
    const a = await readResults(app, readSearchQuery(q), '', { perPage: 5 });
    console.log(q, a.total, a.results.map((r) => r.label+':'+r.title.map((p) => p.text).join('').slice(0, 34)+(r.part?' › '+r.part.title.map(p=>p.text).join(''):'')).join(' | '));
  }
  await app.close();
});
