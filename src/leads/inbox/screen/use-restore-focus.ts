import { type RefObject, useEffect } from 'react';

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

    function remember({ target }: FocusEvent): void {
      if (!(target instanceof Element)) return;
      const lead = target.closest<HTMLElement>('[data-lead]');
      const control = controls.find((each) => target.matches(each)) ?? '.lead-open';
      if (lead) last = { element: target, lead: lead.dataset.lead, index: leadsIn(root).indexOf(lead), control };
      else last = { ...(last ?? { lead: undefined, index: 0, control: '.lead-open' }), element: target };
    }

    function restoreFocus(): void {
      const { activeElement } = document;
      const isNowhere = activeElement === document.body || activeElement?.id === 'content';
      if (!isNowhere || !last || last.element.isConnected) return;
      const leads = leadsIn(root);
      const same = leads.find(({ dataset }) => dataset.lead === last?.lead);
      focusIn(same ?? leads[Math.min(last.index, leads.length - 1)], last.control);
    }

    /**
     * A click on the background drops the focus on purpose. A click on a control is remembered by `focusin` right
     * after.
     */
    function forgetFocus({ target }: PointerEvent): void {
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

function leadsIn(root: HTMLElement | null): HTMLElement[] {
  return root ? [...root.querySelectorAll<HTMLElement>('[data-lead]')] : [];
}

function focusIn(lead: HTMLElement | undefined, control: string): void {
  const place = lead?.querySelector<HTMLElement>(control) ?? lead?.querySelector<HTMLElement>('button, input');
  (place ?? document.getElementById('content'))?.focus();
}
