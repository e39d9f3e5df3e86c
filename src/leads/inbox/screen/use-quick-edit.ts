import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import type { WholeLead } from '../../lead/schema.ts';
import type { Stage } from '../../lead/strings.ts';
import { keyOfLead } from './use-leads.ts';

export interface LeadEdit {
  status?: Stage;
  lost_reason?: string | null;
  owner_id?: number | null;
  next_step?: string | null;
  next_step_on?: string | null;
}

export function useQuickEdit() {
  const queries = useQueryClient();
  const last = useRef<(() => void) | null>(null);

  async function updateCache(write: Promise<Written<WholeLead>>): Promise<Written<WholeLead>> {
    const answer = await write;
    queries.setQueryData(keyOfLead(answer.data.id), answer.data);
    return answer;
  }

  /** Invalidates all queries, but refetches only the active lists and boards of leads. */
  async function refresh(): Promise<void> {
    await queries.invalidateQueries({ refetchType: 'none' });
    const isSeen = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith(leadCalls.list);
    await queries.refetchQueries({ type: 'active', predicate: isSeen });
  }

  function undoable(message: string, undo: () => Promise<void>): void {
    const once = () => {
      if (last.current === once) last.current = null;
      void undo();
    };
    last.current = once;
    notifyUndoable(message, once);
  }

  function undoLast(): void {
    if (last.current) last.current();
    else announce('There is nothing to undo');
  }

  /**
   * Optimistic update. Changes of other fields by others are kept; if the same field was changed, a dialog asks whose
   * value stays.
   */
  async function quickEdit(lead: WholeLead, edit: LeadEdit, message: string): Promise<'saved' | 'theirs' | 'failed'> {
    const before = valuesOf(lead, edit);
    queries.setQueryData<WholeLead>(keyOfLead(lead.id), (now) => now && { ...now, ...optimisticFields(edit) });
    try {
      const saved = await save(lead, edit);
      if (!saved) {
        await readAgain(lead);
        return 'theirs';
      }
      queries.setQueryData(keyOfLead(lead.id), saved);
      undoable(message, async () => {
        await quickEdit(saved, before, 'As it was before');
      });
      return 'saved';
    } catch (error) {
      notifyFailed(messageOf(error));
      await readAgain(lead);
      return 'failed';
    } finally {
      await refresh();
    }
  }

  const readAgain = ({ id }: WholeLead) => queries.invalidateQueries({ queryKey: keyOfLead(id) });

  return { touch: quickEdit, told: updateCache, undoable, undoLast };
}

/** Null if the other person's change was kept. */
async function save(base: WholeLead, edit: LeadEdit): Promise<WholeLead | null> {
  try {
    const body = { ...edit, updated_at: base.updated_at };
    return (await api.put<Written<WholeLead>>(leadCalls.one.replace(':id', String(base.id)), body)).data;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    const newer = error.data as WholeLead;
    const isOurs = isSame(valuesOf(newer, edit), valuesOf(base, edit)) || (await askToOverwrite());
    return isOurs ? save(newer, edit) : null;
  }
}

async function askToOverwrite(): Promise<boolean> {
  const theirs = await ask({
    title: 'This was changed meanwhile',
    text: 'Somebody else changed this lead after you saw it. Nothing of yours was saved yet.',
    proceed: 'Load theirs',
    cancel: 'Keep mine',
    tone: 'unsaved',
  });
  return !theirs;
}

function valuesOf(lead: WholeLead, edit: LeadEdit): LeadEdit {
  const { status, lost_reason, owner, next_step, next_step_on } = lead;
  const all = { status, lost_reason, owner_id: owner?.id ?? null, next_step, next_step_on };
  const names = Object.keys('status' in edit ? { ...edit, lost_reason } : edit);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

function isSame(one: LeadEdit, other: LeadEdit): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The owner's name is known only from the answer. */
function optimisticFields({ owner_id: _, ...shown }: LeadEdit): Partial<WholeLead> {
  return shown;
}
