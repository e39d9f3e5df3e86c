import { may, type Role } from '#api/rights.ts';
import { t } from '#i18n/text.ts';
import type { Screen } from '#ui/admin/screen.ts';
import { screens } from '../screens.ts';
import { areaOf } from './require-permission.tsx';

/** What rows of the menu are called that several screens share. */
const entryNames = t({ Dashboard: 'Dashboard', Features: 'Features', Settings: 'Settings' });

export interface MenuEntry extends Pick<Screen, 'icon' | 'group'> {
  name: string;
  /** The screen that the menu leads to: that of the entry's name, else the first one that the role may read. */
  path: string;
  /** Those that the role may read. */
  screens: Screen[];
}

export function menuEntries(role: Role): MenuEntry[] {
  return [...new Set(screens.map(entryName))].flatMap((name) => {
    const all = screens.filter((screen) => entryName(screen) === name);
    const allowed = all.filter((screen) => may(role, 'read', areaOf(screen)));
    const main = all.find((screen) => screen.name === name) ?? all[0];
    const target = allowed.find((screen) => screen === main) ?? allowed[0];
    return main && target ? [{ name, icon: main.icon, group: main.group, path: target.path, screens: allowed }] : [];
  });
}

export function entryName({ entry, name }: Screen): string {
  return entry ? entryNames[entry] : name;
}
