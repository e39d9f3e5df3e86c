import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { addPicture, hide, idsOf, noPicture, unknownClient } from '../../../test/helpers/content.ts';
import { clients } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/get-client answers an empty list where there is none', async () => {
  expect((await app.get('/api/get-client')).json()).toEqual([]);
});

test('GET /api/get-client answers active logos by their order, then the newest first', async () => {
  const picture = await addPicture(app, 100, 50);
  await app.changes.write(['clients'], async (transaction) => {
    await clients.add(transaction, { ...unknownClient, title: 'শেষে', sort_order: 2 });
    await clients.add(transaction, { ...unknownClient, title: '', image_key: picture.key });
    await clients.add(transaction, {
      ...unknownClient,
      title: 'একই ক্রমে নতুন',
      kind: 'মাদ্রাসা',
      district: 'ফেনী',
      story: '<p>গল্প</p>',
    });
    await clients.add(transaction, { ...unknownClient, title: 'লুকানো', sort_order: 0 });
  });
  const [last, older, newer, hidden = 0] = await idsOf(app, 'clients');
  await hide(app, 'clients', hidden);
  expect((await app.get('/api/get-client')).json()).toEqual([
    { id: newer, ...noPicture, title: 'একই ক্রমে নতুন', kind: 'মাদ্রাসা', district: 'ফেনী', has_story: 1 },
    // Smaller than every offered width, so there is no set to choose from.
    {
      id: older,
      ...noPicture,
      image: `/media/${picture.key}.webp`,
      image_width: 100,
      image_height: 50,
      image_srcset: null,
      title: '',
      kind: '',
      district: '',
      has_story: 0,
    },
    { id: last, ...noPicture, title: 'শেষে', kind: '', district: '', has_story: 0 },
  ]);
});
