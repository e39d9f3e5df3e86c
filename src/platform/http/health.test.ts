// @module-tag postgres
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/helpers/app.ts';

test('GET /readyz asks the database', async () => {
  const app = await openTestApp();
  try {
    expect((await app.get('/readyz')).json()).toEqual({ status: 'ready' });
  } finally {
    await app.close();
  }
});
