import { t } from '#i18n/text.ts';

export const roles = ['owner', 'editor', 'sales', 'viewer'] as const;
export type Role = (typeof roles)[number];

export type Need = 'read' | 'write';

/** Owners may do everything; a role that isn't listed has no access. */
const rights = {
  content: { editor: 'write', viewer: 'read' },
  settings: { editor: 'write', viewer: 'read' },
  leads: { sales: 'write', viewer: 'read' },
  access: { sales: 'write', viewer: 'read' },
  outbox: { sales: 'write', viewer: 'read' },
  activity: { viewer: 'read' },
  people: {},
  webhooks: {},
  dashboard: { editor: 'read', sales: 'read', viewer: 'read' },
  own: { editor: 'write', sales: 'write', viewer: 'write' },
} as const satisfies Record<string, Partial<Record<Role, Need>>>;

export type Area = keyof typeof rights;

export const areas = Object.keys(rights) as Area[];

export function may(role: Role, need: Need, area: Area): boolean {
  if (role === 'owner') return true;
  const ofArea: Partial<Record<Role, Need>> = rights[area];
  return ofArea[role] === 'write' || ofArea[role] === need;
}

export const roleNames: Record<Role, string> = t({
  owner: 'Owner',
  editor: 'Editor',
  sales: 'Sales',
  viewer: 'Viewer',
});

export const roleMeanings: Record<Role, string> = t({
  owner: 'Everything, people and roles too.',
  editor: 'Content, pictures and site settings.',
  sales: 'Leads, demo access, outbox and notifications.',
  viewer: 'Reads all but people, secrets and exports. Changes nothing.',
});

export const areaNames: Record<Area, string> = {
  content: 'Content and pictures',
  settings: 'Site settings',
  leads: 'Leads and notifications',
  access: 'Demo access',
  outbox: 'Outbox',
  activity: 'Activity',
  people: 'Users',
  webhooks: 'Webhooks and SMS',
  dashboard: 'Dashboard',
  own: 'Own account',
};
