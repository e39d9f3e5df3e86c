import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { ListPage } from '#ui/admin/calls/api.ts';
import { announce } from '#ui/admin/notify.tsx';
import type { Board, Calendar, Lead } from '../../lead/schema.ts';
import type { Filter } from './filters.tsx';
import { undoLast, wholeLead } from './use-leads.tsx';

/**
 * `j` and `k` move between leads in the list and the panel; other keys open the panel first. The shortcuts dialog lists
 * all keys.
 */
export function useLeadKeys(filter: Filter, sequence: Sequence) {
  const [begin, setBegin] = useState<string | null>(null);

  /** In the list, the keys of a lead open it first. */
  function actionOf(letter: string): (() => void) | undefined {
    const isOpen = filter.lead !== null;
    if (letter === 'z') return undoLast;
    if (letter === 'j') return () => (isOpen ? sequence.go(1) : goAlong(1));
    if (letter === 'k') return () => (isOpen ? sequence.go(-1) : goAlong(-1));
    if (lettersOfLead.includes(letter)) return () => (isOpen ? press(letter) : openFocused(letter));
    return undefined;
  }

  function openFocused(letter: string) {
    const lead = leadOf(document.activeElement);
    if (!lead) return;
    setBegin(letter);
    filter.open(idOf(lead));
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const act = actionOf(letterOf(event) ?? '');
      if (!act || isBusyElsewhere(event)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return {
    begin: () => {
      if (begin === null) return;
      setBegin(null);
      press(begin);
    },
  };
}

/** Stage, call, next step, WhatsApp, assign to me. */
const lettersOfLead = ['e', 'c', 'n', 'w', 'i'];

/** Falls back to the position of the key for Bengali keyboard layouts. */
function letterOf({ key, code, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return null;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null);
}

function isBusyElsewhere({ target }: KeyboardEvent): boolean {
  const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
  const others = '[role="dialog"]:not(.lead-panel), [role="alertdialog"], [role="menu"]';
  const isTyping = target instanceof Element && target.closest(typing) !== null;
  return isTyping || document.querySelector(others) !== null;
}

function press(letter: string): void {
  const control = document.querySelector<HTMLElement>(`.lead-panel [data-key="${letter}"]`);
  if (control instanceof HTMLFieldSetElement)
    (control.querySelector<HTMLElement>('[aria-pressed="true"]') ?? control.querySelector('button'))?.focus();
  else if (control instanceof HTMLInputElement) control.focus();
  else control?.click();
}

function goAlong(step: number): void {
  const leads = leadsOnScreen();
  const now = leadOf(document.activeElement);
  const next = now ? leads[leads.indexOf(now) + step] : leads.at(step > 0 ? 0 : -1);
  next?.querySelector('button')?.focus();
}

function leadOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-lead]') ?? null;
}

function idOf({ dataset }: HTMLElement): number {
  return Number(dataset.lead);
}

export type Sequence = ReturnType<typeof useSequence>;

/**
 * Previous and next lead, in the order of the moment the panel opened, so that changing a lead's position in the list
 * doesn't skip any. After the last one come leads that moved up since, then the next page.
 */
export function useSequence({ lead, open, change }: Filter, shown: ListPage<Lead> | Board | Calendar | undefined) {
  const queries = useQueryClient();
  const [order, setOrder] = useState<number[]>([]);
  const [turning, setTurning] = useState<Turning | null>(null);
  const page = shown && 'current_page' in shown ? shown : null;
  const at = lead === null ? -1 : order.indexOf(lead);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is read where it is drawn
  useEffect(() => {
    setOrder((now) => (lead === null ? [] : now.includes(lead) ? now : leadsOnScreen().map(idOf)));
  }, [lead, shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: done once, when the page is there
  useEffect(() => {
    if (!turning || page?.current_page !== turning.page) return;
    setTurning(null);
    const ids = page.data.map(({ id }) => id);
    const first = ids.at(turning.step > 0 ? 0 : -1);
    if (first === undefined) return;
    setOrder(ids);
    open(first);
  }, [turning, page]);

  const next = at < 0 ? undefined : order[at + 1];
  useEffect(() => {
    if (next !== undefined) void queries.prefetchQuery(wholeLead(next));
  }, [next, queries]);

  function beside(step: 1 | -1): { lead: number } | Turning | null {
    if (at < 0) return null;
    const neighbor = order[at + step];
    if (neighbor !== undefined) return { lead: neighbor };
    const fresh = step > 0 ? page?.data.find(({ id }) => !order.includes(id)) : undefined;
    if (fresh) return { lead: fresh.id };
    const number = (page?.current_page ?? 0) + step;
    return page && number >= 1 && number <= page.last_page ? { page: number, step } : null;
  }

  return {
    nearest: [...order.slice(Math.max(at, 0)), ...order.slice(0, Math.max(at, 0)).reverse()],
    has: (step: 1 | -1) => beside(step) !== null,
    go: (step: 1 | -1) => {
      const there = beside(step);
      if (!there) announce('There is no further lead here');
      else if ('page' in there) {
        setTurning(there);
        change({ page: String(there.page) }, true);
      } else {
        if (!order.includes(there.lead)) setOrder([...order, there.lead]);
        open(there.lead);
      }
    },
  };
}

interface Turning {
  page: number;
  step: 1 | -1;
}

interface FocusPosition {
  element: Element;
  lead: string | undefined;
  index: number;
  control: string;
}

const controls = ['.lead-open', '.lead-handle', 'input'];

/**
 * A lead that moves to another column or leaves the list would drop the focus to the body. Restores it to the lead, or
 * else to the one that took its place.
 */
export function useRestoreFocus(inbox: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = inbox.current;
    if (!root) return;
    let last: FocusPosition | null = null;

    function remember({ target }: FocusEvent) {
      if (!(target instanceof Element)) return;
      const lead = leadOf(target);
      const control = controls.find((each) => target.matches(each)) ?? '.lead-open';
      if (lead) last = { element: target, lead: lead.dataset.lead, index: leadsOnScreen().indexOf(lead), control };
      else last = { ...(last ?? { lead: undefined, index: 0, control: '.lead-open' }), element: target };
    }

    function restoreFocus() {
      const { activeElement } = document;
      const isNowhere = activeElement === document.body || activeElement?.id === 'content';
      if (!isNowhere || !last || last.element.isConnected) return;
      const leads = leadsOnScreen();
      const same = leads.find(({ dataset }) => dataset.lead === last?.lead);
      focusIn(same ?? leads[Math.min(last.index, leads.length - 1)], last.control);
    }

    /**
     * A click on the background drops the focus on purpose. A click on a control is remembered by `focusin` right
     * after.
     */
    function forgetFocus({ target }: PointerEvent) {
      const inFront = '[role="menu"], [role="dialog"], [role="alertdialog"], .toast';
      if (!(target instanceof Element && target.closest(inFront))) last = null;
    }

    // Two frames later, after dialogs and menus have restored the focus.
    const soon = () => requestAnimationFrame(() => requestAnimationFrame(restoreFocus));
    const observer = new MutationObserver(soon);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forgetFocus);
    document.addEventListener('focusout', soon);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forgetFocus);
      document.removeEventListener('focusout', soon);
    };
  }, [inbox]);
}

export function focusLead(ids: number[]): void {
  const leads = ids.map((id) => document.querySelector<HTMLElement>(`[data-lead="${id}"]`));
  focusIn(leads.find((lead) => lead !== null) ?? undefined, '.lead-open');
}

function leadsOnScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-lead]')];
}

function focusIn(lead: HTMLElement | undefined, control: string): void {
  const place = lead?.querySelector<HTMLElement>(control) ?? lead?.querySelector<HTMLElement>('button, input');
  (place ?? document.getElementById('content'))?.focus();
}
