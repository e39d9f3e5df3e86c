import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { may, type Role } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { VendorMark, vendorName } from '#content/settings/admin-brand.tsx';
import { t } from '#i18n/text.ts';
import { adminPages } from '#paths.ts';
import type { Screen } from '#ui/admin/screen.ts';
import { type OfficeScreen, screenAt, screens } from '../screens.ts';

const foldedGroupsKey = 'folded-groups';

const groups = t(['Overview', 'Content', 'Sales', 'More content', 'Settings']);

export function Menu({ onChoose }: { onChoose?: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const user = useUser();
  const entries = user ? menuEntries(user.role) : [];
  const { isFolded, toggle } = useFoldedGroups();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, another row
  useEffect(() => {
    // The foot does not scroll.
    panel.current?.querySelector('.menu-group [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className="menu-panel" ref={panel}>
      <NavLink to={adminPages.dashboard} className="menu-brand inline-row" onClick={onChoose}>
        <VendorMark />
        <span className="menu-brand-name" lang="bn">
          {vendorName}
        </span>
      </NavLink>
      <div className="menu-groups">
        {groups
          .map((group) => ({ group, rows: entries.filter((entry) => entry.group === group) }))
          .filter(({ rows }) => rows.length > 0)
          .map(({ group, rows }) => (
            <div className="menu-group" key={group}>
              {rows.length > 1 && (
                <button
                  type="button"
                  className="menu-heading row"
                  aria-expanded={!isFolded(group)}
                  onClick={() => toggle(group)}
                >
                  {group}
                  <ChevronDown />
                </button>
              )}
              <Rows entries={rows} label={group} onChoose={onChoose} />
            </div>
          ))}
      </div>
      <div className="menu-foot">
        <Rows entries={entries.filter(({ group }) => group === null)} label="Your account" onChoose={onChoose} />
      </div>
    </div>
  );
}

function Rows(props: { entries: MenuEntry[]; label: string; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const here = screenAt(pathname);
  return (
    <ul aria-label={props.label}>
      {props.entries.map(({ path, name, icon: Icon, screens }) => (
        <li key={path}>
          <Link
            to={path}
            className="menu-row row"
            title={name}
            aria-current={here?.path === path ? 'page' : screens.some((screen) => screen === here) || undefined}
            onClick={props.onChoose}
          >
            <Icon />
            <span className="menu-label-text">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The groups of the menu that are folded on this device. */
function useFoldedGroups() {
  const [folded, setFolded] = useState(readFolded);

  function toggle(group: string) {
    const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
    setFolded(next);
    try {
      localStorage.setItem(foldedGroupsKey, next.join());
    } catch {
      // Storage is disabled: the choice lasts until the page is closed.
    }
  }

  return { isFolded: (group: string) => folded.includes(group), toggle };
}

function readFolded(): string[] {
  try {
    return localStorage.getItem(foldedGroupsKey)?.split(',') ?? [];
  } catch {
    return [];
  }
}

/** What rows of the menu are called that several screens share. */
const entryNames = t({ Dashboard: 'Dashboard', Features: 'Features', Settings: 'Settings' });

interface MenuEntry extends Pick<Screen, 'icon' | 'group'> {
  name: string;
  /** The screen that the menu leads to: that of the entry's name, else the first one that the role may read. */
  path: string;
  /** Those that the role may read. */
  screens: OfficeScreen[];
}

export function menuEntries(role: Role): MenuEntry[] {
  return [...new Set(screens.map(entryName))].flatMap((name) => {
    const all = screens.filter((screen) => entryName(screen) === name);
    const allowed = all.filter(({ area }) => may(role, 'read', area));
    const main = all.find((screen) => screen.name === name) ?? all[0];
    const target = allowed.find((screen) => screen === main) ?? allowed[0];
    return main && target ? [{ name, icon: main.icon, group: main.group, path: target.path, screens: allowed }] : [];
  });
}

export function entryName({ entry, name }: Screen): string {
  return entry ? entryNames[entry] : name;
}
