import { newsAdminApi } from '#content/news/admin-api.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { guardScope } from '#server/session/guard.server.ts';

/** All calls of the back office for content, in one guarded scope. */
export async function adminCalls(foundations: Foundations): Promise<void> {
  await foundations.http.register(async (scope) => {
    guardScope(scope, foundations);
    newsAdminApi(foundations, scope);
  });
}
