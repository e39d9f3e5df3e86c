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
import type { Stage } from '../../lead/words.ts';
import { keyOfLead } from './use-leads.ts';

export interface Touched {
  status?: Stage;
  lost_reason?: string | null;
  owner_id?: number | null;
  next_step?: string | null;
  next_step_on?: string | null;
}

export function useTouching() {
  const queries = useQueryClient();
  const last = useRef<(() => void) | null>(null);

  async function told(write: Promise<Written<WholeLead>>): Promise<Written<WholeLead>> {
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

  function undoable(said: string, undo: () => Promise<void>): void {
    const once = () => {
      if (last.current === once) last.current = null;
      void undo();
    };
    last.current = once;
    notifyUndoable(said, once);
  }

  function undoLast(): void {
    if (last.current) last.current();
    else announce('There is nothing to undo');
  }

  /**
   * Optimistic update. Changes of other fields by others are kept; if the same field was changed, a dialog asks whose
   * value stays.
   */
  async function touch(lead: WholeLead, touched: Touched, said: string): Promise<'saved' | 'theirs' | 'failed'> {
    const before = valuesOf(lead, touched);
    queries.setQueryData<WholeLead>(keyOfLead(lead.id), (now) => now && { ...now, ...shownOf(touched) });
    try {
      const saved = await save(lead, touched);
      if (!saved) {
        await readAgain(lead);
        return 'theirs';
      }
      queries.setQueryData(keyOfLead(lead.id), saved);
      undoable(said, async () => {
        await touch(saved, before, 'As it was before');
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

  return { touch, told, undoable, undoLast };
}

/** Null if the other person's change was kept. */
async function save(seen: WholeLead, touched: Touched): Promise<WholeLead | null> {
  try {
    const body = { ...touched, updated_at: seen.updated_at };
    return (await api.put<Written<WholeLead>>(leadCalls.one.replace(':id', String(seen.id)), body)).data;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    const newer = error.data as WholeLead;
    const isOurs = isSame(valuesOf(newer, touched), valuesOf(seen, touched)) || (await keepOurs());
    return isOurs ? save(newer, touched) : null;
  }
}

async function keepOurs(): Promise<boolean> {
  const theirs = await ask({
    title: 'This was changed meanwhile',
    text: 'Somebody else changed this lead after you saw it. Nothing of yours was saved yet.',
    proceed: 'Load theirs',
    cancel: 'Keep mine',
    tone: 'unsaved',
  });
  return !theirs;
}

function valuesOf(lead: WholeLead, touched: Touched): Touched {
  const { status, lost_reason, owner, next_step, next_step_on } = lead;
  const all = { status, lost_reason, owner_id: owner?.id ?? null, next_step, next_step_on };
  const names = Object.keys('status' in touched ? { ...touched, lost_reason } : touched);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

function isSame(one: Touched, other: Touched): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The owner's name is known only from the answer. */
function shownOf({ owner_id: _, ...shown }: Touched): Partial<WholeLead> {
  return shown;
}
