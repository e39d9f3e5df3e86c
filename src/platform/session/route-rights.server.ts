import type { Area, Need } from '#api/rights.ts';
import { adminCalls, calls, historyOf, leadCalls } from '#paths.ts';

export interface Right {
  area: Area;
  need: Need;
}

/** GET needs `read` and other methods `write`, unless `needs` says otherwise. */
type Rule = Area | { area: Area; needs?: Partial<Record<string, Need>>; ofOwners?: string[] };

/** The area of each guarded route. A missing route fails the start. A test compares it with `docs/roles.md`. */
export const routeRights: Record<string, Rule> = {
  [calls.account]: 'own',
  [calls.accountConfirm]: 'own',
  [calls.accountConfirmPasskey]: 'own',
  [calls.accountPassword]: 'own',
  [calls.accountSession]: 'own',
  [calls.accountSessions]: 'own',
  [calls.accountSecondFactor]: 'own',
  [calls.codeApp]: 'own',
  [calls.codeAppRemove]: 'own',
  [calls.passkeys]: 'own',
  [calls.passkeyBegin]: 'own',
  [calls.passkeyRemove]: 'own',
  [calls.recoveryCodes]: 'own',
  [calls.logout]: 'own',
  [calls.signedInUser]: 'own',
  [calls.dashboardFigures]: 'dashboard',

  ...records(adminCalls.about),
  ...records(adminCalls.clients),
  ...records(adminCalls.downloads),
  ...records(adminCalls.faq),
  ...records(adminCalls.featureCategories),
  ...records(adminCalls.featureScreens),
  ...records(adminCalls.featureSubCategories),
  ...records(adminCalls.features),
  ...records(adminCalls.news),
  ...records(adminCalls.packageCategories),
  ...records(adminCalls.packages),
  ...records(adminCalls.pages),
  ...records(adminCalls.statistics),
  ...records(adminCalls.testimonials),
  ...records(adminCalls.videos),
  [adminCalls.categoriesToChoose]: 'content',
  [adminCalls.packageCategoriesToChoose]: 'content',
  [adminCalls.subCategoriesToChoose]: 'content',
  ...records(adminCalls.featureContents),
  [adminCalls.featureContent]: { area: 'content', needs: { POST: 'read' } },
  [adminCalls.storeFeatureContent]: 'content',
  [adminCalls.uploads]: 'content',

  [adminCalls.siteSettings]: 'settings',
  [historyOf(adminCalls.siteSettings)]: 'settings',
  ...records(adminCalls.redirects, 'settings'),
  [adminCalls.redirectsMissed]: 'settings',

  [leadCalls.list]: 'leads',
  [leadCalls.board]: 'leads',
  [leadCalls.bulk]: 'leads',
  [leadCalls.calendar]: 'leads',
  [leadCalls.call]: 'leads',
  [leadCalls.calls]: 'leads',
  [leadCalls.duplicates]: 'leads',
  [leadCalls.erase]: 'leads',
  [leadCalls.export]: { area: 'leads', needs: { GET: 'write' } },
  [leadCalls.ids]: 'leads',
  [leadCalls.import]: 'leads',
  [leadCalls.imported]: 'leads',
  [leadCalls.merge]: 'leads',
  [leadCalls.messages]: 'leads',
  [leadCalls.notSpam]: 'leads',
  [leadCalls.note]: 'leads',
  [leadCalls.notes]: 'leads',
  [leadCalls.one]: 'leads',
  [leadCalls.owners]: 'leads',
  [leadCalls.person]: { area: 'leads', needs: { GET: 'write' } },
  [leadCalls.resend]: 'leads',
  [leadCalls.restore]: 'leads',
  [leadCalls.sms]: 'leads',
  [leadCalls.smsState]: 'leads',
  [leadCalls.retention]: { area: 'leads', ofOwners: ['PUT'] },
  [leadCalls.spam]: 'leads',
  [leadCalls.unmerge]: 'leads',
  [leadCalls.view]: 'leads',
  [leadCalls.views]: 'leads',
  ...records(adminCalls.messageTemplates, 'leads'),
  [calls.funnelExport]: { area: 'leads', needs: { GET: 'write' } },
  [calls.leadFigures]: 'leads',
  [calls.leadFiguresExport]: { area: 'leads', needs: { GET: 'write' } },
  [calls.notificationSettings]: 'leads',
  [calls.notificationStream]: 'leads',
  [calls.notifications]: 'leads',
  // Everyone may mark their own notifications as read.
  [calls.notificationsRead]: { area: 'leads', needs: { PUT: 'read' } },

  [adminCalls.demoAccess]: 'access',
  [historyOf(adminCalls.demoAccess)]: 'access',
  [adminCalls.demoAccessChanges]: 'access',
  [adminCalls.demoAccessReveal]: 'access',
  [adminCalls.demoAccessTest]: 'access',

  [adminCalls.activity]: 'activity',
  [adminCalls.activityExport]: { area: 'activity', needs: { GET: 'write' } },

  [adminCalls.pictures]: 'content',
  [`${adminCalls.pictures}/:id`]: 'content',
  [adminCalls.cropPicture]: 'content',
  [adminCalls.replacePicture]: 'content',
  [adminCalls.restorePicture]: 'content',
  [calls.firstDay]: 'people',
  [calls.testMail]: 'people',
  [calls.removeSample]: 'people',
  [calls.restoreSample]: 'people',

  [adminCalls.webhooks]: 'webhooks',
  [adminCalls.webhook]: 'webhooks',
  [`${adminCalls.webhook}/history`]: 'webhooks',
  [adminCalls.webhookNewSecret]: 'webhooks',
  [adminCalls.webhookSecret]: 'webhooks',
  [adminCalls.webhookTest]: 'webhooks',
  [adminCalls.deliveries]: 'webhooks',
  [adminCalls.sendDelivery]: 'webhooks',
  [adminCalls.sms]: 'webhooks',
  [historyOf(adminCalls.sms)]: 'webhooks',
  [adminCalls.smsTest]: 'webhooks',

  [adminCalls.users]: 'people',
  [adminCalls.userSecondFactor]: 'people',
  [adminCalls.user]: 'people',
  [adminCalls.userInvite]: 'people',
  [adminCalls.userLeads]: 'people',
  [adminCalls.userSession]: 'people',
  [adminCalls.userSessions]: 'people',

  [adminCalls.cancelMail]: 'outbox',
  [adminCalls.mailSender]: 'outbox',
  [adminCalls.mails]: 'outbox',
  [`${adminCalls.mails}/:id`]: 'outbox',
  [adminCalls.resumeMails]: 'outbox',
  [adminCalls.sendMail]: 'outbox',
  [adminCalls.sendMails]: 'outbox',
};

/** The required right by method. @throws if the route has no entry */
export function rightOf(route: string): (method: string) => Right {
  const rule = routeRights[route];
  if (rule === undefined) {
    throw new Error(`The guarded route ${route} belongs to no area: say for whom it is in route-rights.server.ts`);
  }
  const { area, needs = {}, ofOwners = [] } = typeof rule === 'string' ? { area: rule } : rule;
  return (method) => {
    const httpMethod = method === 'HEAD' ? 'GET' : method;
    return {
      area: ofOwners.includes(httpMethod) ? 'people' : area,
      need: needs[httpMethod] ?? (httpMethod === 'GET' ? 'read' : 'write'),
    };
  };
}

function records(path: string, area: Area = 'content'): Record<string, Area> {
  const below = ['', '/:id', '/:id/restore', '/:id/history', '/order', '/bulk', '/views', '/views/:id'];
  const ofVersions = [
    '/preview',
    '/:id/draft',
    '/:id/preview',
    '/:id/publish',
    '/:id/schedule',
    '/:id/versions',
    '/:id/versions/:number',
    '/:id/versions/:number/restore',
  ];
  return Object.fromEntries([...below, ...ofVersions].map((route) => [path + route, area]));
}
