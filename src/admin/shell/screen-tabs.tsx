import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useUser } from '#auth/session.ts';
import type { Screen } from '#ui/admin/screen.ts';
import { menuEntries } from './menu-entries.ts';

/** Leads to the other screens of the same menu entry. */
export function ScreenTabs({ screen }: { screen: Screen | null }) {
  const tabs = useRef<HTMLElement>(null);
  const user = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, another tab
  useEffect(() => {
    const row = tabs.current;
    const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row || !current) return;
    let placed = row.scrollLeft;
    // Once more when its font comes, unless somebody moved the row meanwhile.
    const observer = new ResizeObserver(() => {
      if (row.scrollLeft !== placed) return;
      // Not `scrollIntoView`, which may move the page too.
      row.scrollTo({ left: current.offsetLeft - 48 });
      placed = row.scrollLeft;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [screen]);
  const entry = user && screen && menuEntries(user.role).find(({ screens }) => screens.includes(screen));
  if (!entry || entry.screens.length < 2) return null;
  return (
    <nav className="screen-tabs" aria-label={entry.name} ref={tabs}>
      {entry.screens.map(({ path, name }) => (
        <NavLink to={path} end key={path}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
