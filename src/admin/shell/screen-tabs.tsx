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
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!current) return;
    // Not `scrollIntoView`, which may move the page too. Once more when its font comes.
    const observer = new ResizeObserver(() => tabs.current?.scrollTo({ left: current.offsetLeft - 48 }));
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
