import type { Hydrate } from '#ui/site/hydrate.tsx';

/** Turns links and sections into tabs, without React: the sections are already in the HTML. */
export const hydrate: Hydrate = async (root) => {
  const lists = [...root.querySelectorAll<HTMLElement>('.tab-list')].map(tabsOf);
  const [categories] = lists;
  for (const list of lists) {
    list.show(0);
    list.onSelect = (index) => {
      // A category opens with its first sub-category.
      if (list === categories) lists.find((inner) => list.panels[index]?.contains(inner.element))?.show(0);
      history.replaceState(null, '', `#${list.panels[index]?.id}`);
    };
  }

  const follow = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (const list of lists) {
      const index = list.panels.findIndex((panel) => panel.contains(target));
      if (index >= 0) list.show(index);
    }
  };
  follow();
  addEventListener('hashchange', follow);
  root.dataset.ready = '';
};

interface Tabs {
  element: HTMLElement;
  panels: HTMLElement[];
  show: (index: number) => void;
  /** Called when the reader, not the URL, selects a tab. */
  onSelect: (index: number) => void;
}

function tabsOf(element: HTMLElement): Tabs {
  const links = [...element.querySelectorAll('a')];
  const panels = links.map((link) => document.getElementById(link.hash.slice(1)) as HTMLElement);
  const list: Tabs = { element, panels, show, onSelect: () => {} };

  element.setAttribute('role', 'tablist');
  for (const [index, link] of links.entries()) {
    const panel = panels[index];
    link.setAttribute('role', 'tab');
    link.id ||= `tab-${panel?.id}`;
    link.setAttribute('aria-controls', panel?.id ?? '');
    delete link.dataset.first;
    panel?.setAttribute('role', 'tabpanel');
    panel?.setAttribute('aria-labelledby', link.id);
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(index);
    });
  }
  element.addEventListener('keydown', (event) => {
    // Keys pressed before hydration all go to the first link; move on from the focused one.
    const now = links.indexOf(document.activeElement as HTMLAnchorElement);
    const upright = getComputedStyle(element).flexDirection === 'column';
    const next = {
      [upright ? 'ArrowDown' : 'ArrowRight']: now + 1,
      [upright ? 'ArrowUp' : 'ArrowLeft']: now - 1,
      Home: 0,
      End: links.length - 1,
      ' ': now,
    }[event.key];
    if (next === undefined || now < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const index = (next + links.length) % links.length;
    links[index]?.focus({ preventScroll: true });
    choose(index);
  });
  return list;

  function choose(index: number) {
    show(index);
    list.onSelect(index);
  }

  function show(activeIndex: number) {
    for (const [index, link] of links.entries()) {
      const selected = index === activeIndex;
      link.setAttribute('aria-selected', String(selected));
      link.tabIndex = selected ? 0 : -1;
      panels[index]?.toggleAttribute('hidden', !selected);
      if (selected) element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2;
    }
    const isColumn = getComputedStyle(element).flexDirection === 'column';
    element.setAttribute('aria-orientation', isColumn ? 'vertical' : 'horizontal');
  }
}
