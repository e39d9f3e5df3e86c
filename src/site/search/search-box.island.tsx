import { calls } from '#paths.ts';
import type { Hydrate } from '#ui/site/hydrate.tsx';
import type { SearchAnswer, SearchResult } from './schema.ts';
import { searchStrings } from './strings.ts';

/** Milliseconds. */
const debounce = 140;

/** Suggestions while typing, by the ARIA combobox pattern. Works without React. */
export const hydrate: Hydrate = async (element) => {
  const input = element.querySelector('input');
  if (!input) return;
  const list = makeList(input);
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  say('');
  element.append(list, status);

  /** Handlers by key; a handled key's default action is prevented where they return a value. */
  const closedKeys: Record<string, () => unknown> = { ArrowDown: ask };
  const openKeys: Record<string, () => unknown> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Escape: () => show(null),
    Enter: () => list.children[active] && choose(list.children[active] as HTMLElement),
  };

  let active = -1;
  let timer = 0;
  let asking: AbortController | null = null;

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, debounce);
  });
  input.addEventListener('keydown', onKey);
  // Closes on blur. `pointerdown` on the list must not blur the field, or its click would be lost.
  input.addEventListener('blur', () => show(null));
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role=option]');
    if (option) choose(option);
  });
  input.form?.addEventListener('submit', () => {
    clearTimeout(timer);
    asking?.abort();
  });

  async function ask() {
    const query = input?.value.trim() ?? '';
    asking?.abort();
    if (query === '') {
      show(null);
      return;
    }
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`${calls.search}?q=${encodeURIComponent(query)}`, { signal });
      if (!answer.ok) throw new Error(String(answer.status));
      show((await answer.json()) as SearchAnswer);
    } catch {
      if (signal.aborted) return;
      show(null);
      say(searchStrings.failed, 'search-status');
    }
  }

  function show(answer: SearchAnswer | null): true {
    if (answer === null) asking?.abort();
    const options = document.activeElement === input && answer ? optionsOf(answer) : [];
    for (const [index, option] of options.entries()) option.id = `search-offer-${index}`;
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    input?.setAttribute('aria-expanded', String(options.length > 0));
    move(-1);
    if (answer?.results.length === 0) say(searchStrings.nothing(answer.query), 'search-status');
    else say(answer ? searchStrings.count(answer.total, answer.more) : '');
    return true;
  }

  /** Announces to screen readers; with a class name, shows the message to everybody. */
  function say(text: string, className = 'sr-only') {
    status.className = className;
    status.textContent = text;
  }

  function onKey(event: KeyboardEvent) {
    if (event.isComposing) return;
    const whatToDo = list.hidden ? closedKeys[event.key] : openKeys[event.key];
    if (whatToDo?.() !== undefined) event.preventDefault();
  }

  /** Wraps around; -1 is the field itself. */
  function move(to: number): true {
    const count = list.children.length + 1;
    active = ((to + 1 + count) % count) - 1;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(index === active));
      if (index === active) option.scrollIntoView({ block: 'nearest' });
    }
    input?.setAttribute('aria-activedescendant', list.children[active]?.id ?? '');
    return true;
  }

  function choose(option: HTMLElement): true {
    if (option.dataset.url) location.assign(option.dataset.url);
    else input?.form?.submit();
    return true;
  }

  if (document.activeElement === input && input.value !== input.defaultValue) void ask();
};

function makeList(input: HTMLInputElement): HTMLUListElement {
  const list = document.createElement('ul');
  list.id = 'search-offers';
  list.className = 'search-offers';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', searchStrings.results);
  list.hidden = true;
  const attributes = {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  return list;
}

/** Each record with its best part under it. */
function optionsOf({ results, total }: SearchAnswer): HTMLLIElement[] {
  const options = results.flatMap(({ url, title, label, part }) => [
    optionOf(url, title, label),
    ...(part ? [optionOf(part.url, part.title, '', 'search-part')] : []),
  ]);
  if (total > results.length) options.push(optionOf('', [{ text: searchStrings.all, hit: false }], ''));
  return options;
}

function optionOf(url: string, title: SearchResult['title'], label: string, className = ''): HTMLLIElement {
  const option = document.createElement('li');
  option.setAttribute('role', 'option');
  option.className = className;
  option.dataset.url = url;
  const name = document.createElement('span');
  for (const { text, hit } of title) {
    const mark = hit && document.createElement('mark');
    if (mark) mark.textContent = text;
    name.append(mark || text);
  }
  const chip = document.createElement('span');
  chip.className = 'chip';
  chip.textContent = label;
  option.append(name, ...(label ? [' ', chip] : []));
  return option;
}
