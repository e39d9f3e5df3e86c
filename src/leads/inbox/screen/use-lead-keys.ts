import { useEffect, useState } from 'react';
import type { Filter } from './use-filter.ts';
import type { Sequence } from './use-sequence.ts';
import type { LeadWork } from './use-work.ts';

/**
 * `j` and `k` move between leads in the list and the panel; other keys open the panel first. The shortcuts dialog lists
 * all keys.
 */
export function useLeadKeys(filter: Filter, sequence: Sequence, work: LeadWork) {
  const [begin, setBegin] = useState<string | null>(null);

  const inPanel: Record<string, () => void> = {
    j: () => sequence.go(1),
    k: () => sequence.go(-1),
    z: work.undoLast,
    ...Object.fromEntries(lettersOfLead.map((letter) => [letter, () => press(letter)])),
  };
  const inList: Record<string, () => void> = {
    j: () => goAlong(1),
    k: () => goAlong(-1),
    z: work.undoLast,
    ...Object.fromEntries(lettersOfLead.map((letter) => [letter, () => openFocused(letter)])),
  };

  function openFocused(letter: string): void {
    const lead = Number(leadOf(document.activeElement)?.dataset.lead);
    if (!lead) return;
    setBegin(letter);
    filter.open(lead);
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const act = (filter.lead === null ? inList : inPanel)[letterOf(event) ?? ''];
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
  const leads = [...document.querySelectorAll<HTMLElement>('[data-lead]')];
  const now = leadOf(document.activeElement);
  const next = now ? leads[leads.indexOf(now) + step] : leads.at(step > 0 ? 0 : -1);
  next?.querySelector('button')?.focus();
}

function leadOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-lead]') ?? null;
}
