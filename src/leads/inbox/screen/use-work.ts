import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { groupBy } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api, create } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask, askToDelete, showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyError, notifyUndoable } from '#ui/admin/notify.tsx';
import { leadLimits } from '../../lead/limits.ts';
import type { Board, ChosenLead, Lead, LeadEvent, WholeLead } from '../../lead/schema.ts';
import { type Stage, stageNames } from '../../lead/strings.ts';
import { callOf, keyOfLead } from './use-leads.ts';

export type LeadWork = ReturnType<typeof useWork>;

/** A full lead, or only the fields known after "select all". */
export type SomeLead = Lead | ChosenLead;

export interface Losing {
  leads: SomeLead[];
  go: (reason: string) => void;
}

export interface LeadEdit {
  status?: Stage;
  lost_reason?: string | null;
  owner_id?: number | null;
  next_step?: string | null;
  next_step_on?: string | null;
}

export function useWork() {
  const calls = useLeadCalls();
  const undo = useUndo();
  const quickEdit = useQuickEdit(undo.undoable);
  return { ...calls, ...undo, quickEdit, ...useMoves(calls, undo, quickEdit), ...useNotes(calls) };
}

type LeadCalls = ReturnType<typeof useLeadCalls>;

function useLeadCalls() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();

  /** Null if the call failed, which is shown. */
  function attempt<T>(call: Promise<Written<T>>): Promise<Written<T> | null> {
    return call.catch(async (error: unknown) => {
      if (error instanceof CallError && error.status === 409) await showMessage('Nothing was changed', error.message);
      else notifyError(error);
      return null;
    });
  }

  /** Shows the message of the answer unless `quiet`, and refetches everything. False if the call failed. */
  async function change(call: Promise<Written<unknown>>, quiet = false) {
    const answer = await attempt(call);
    if (answer && !quiet) notifyDone(answer.message);
    await refresh();
    return answer !== null;
  }

  return {
    refresh,
    change,
    post: (lead: Lead, path: string, body?: object) => change(create(callOf(path, lead.id), body)),
    bulk: (leads: Pick<Lead, 'id'>[], action: string, more?: object) => change(changeAll(leads, action, more)),
    /** For calls that change only the history of a lead, which is in the answer. */
    log: async (call: Promise<Written<WholeLead>>): Promise<WholeLead | null> => {
      const answer = await attempt(call);
      if (answer) queries.setQueryData(keyOfLead(answer.data.id), answer.data);
      return answer?.data ?? null;
    },
    remove: (leads: SomeLead[]): Promise<boolean> => {
      const { title, text, message } =
        leads.length === 1
          ? {
              title: 'Delete lead',
              text: 'You are about to Delete this lead. It stays in the trash for 30 days.',
              message: 'Lead deleted successfully',
            }
          : {
              title: `Delete ${leads.length} leads`,
              text: 'You are about to Delete these leads. They stay in the trash for 30 days.',
              message: `${leads.length} leads deleted`,
            };
      return askToDelete(title, text, async () => {
        const done = await change(changeAll(leads, 'delete'), true);
        if (done) notifyUndoable(message, () => void change(changeAll(leads, 'restore')));
      });
    },
  };
}

type Undo = ReturnType<typeof useUndo>;

function useUndo() {
  const last = useRef<(() => void) | null>(null);
  return {
    undoable: (message: string, undo: () => Promise<unknown>) => {
      const once = () => {
        if (last.current === once) last.current = null;
        void undo();
      };
      last.current = once;
      notifyUndoable(message, once);
    },
    undoLast: () => {
      if (last.current) last.current();
      else announce('There is nothing to undo');
    },
  };
}

function useMoves(calls: LeadCalls, { undoable }: Undo, quickEdit: ReturnType<typeof useQuickEdit>) {
  const queries = useQueryClient();
  const [losing, setLosing] = useState<Losing | null>(null);

  /** Asks for the reason first if the leads are lost. */
  function withReason(
    leads: SomeLead[],
    stage: Stage,
    act: (lost: { lost_reason?: string }) => Promise<unknown>,
  ): void {
    const go = (lost: { lost_reason?: string }) => {
      setLosing(null);
      void act(lost);
    };
    if (stage === 'lost') setLosing({ leads, go: (lost_reason) => go({ lost_reason }) });
    else go({});
  }

  function moveOne(lead: WholeLead, status: Stage) {
    // Choosing Lost again corrects the reason.
    if (lead.status === status && status !== 'lost') return;
    withReason([lead], status, (lost) => quickEdit(lead, { status, ...lost }, t`Moved to ${stageNames[status]}`));
  }

  function move(leads: SomeLead[], status: Stage) {
    const others = leads.filter((lead) => lead.status !== status);
    if (others.length === 0) return;
    withReason(others, status, async (lost) => {
      const moved = await send(others, { status, ...lost });
      if (moved) undoable(t`${namesOf(others)} moved to ${stageNames[status]}`, () => moveBack(others));
      else announce(`${namesOf(others)} stayed where it was`);
    });
  }

  async function moveBack(leads: SomeLead[]) {
    for (const some of groupBy(leads, ({ status, lost_reason }) => `${status} ${lost_reason}`).values()) {
      const { status = 'new', lost_reason = null } = some[0] ?? {};
      await send(some, { status, lost_reason });
    }
    announce(`${namesOf(leads)} moved back`);
  }

  function send(leads: SomeLead[], to: { status: Stage; lost_reason?: string | null }) {
    moveCards(queries, leads, to.status);
    return calls.change(changeAll(leads, 'stage', to), true);
  }

  return { losing, stopLosing: () => setLosing(null), moveOne, move };
}

/** Moves cards on the board until the answer is there. */
function moveCards(queries: QueryClient, moved: SomeLead[], stage: Stage): void {
  // Leads of "select all" lack the fields of a card.
  const leads = moved.filter((lead) => 'number' in lead);
  const ids = new Set(leads.map(({ id }) => id));
  const isBoard = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith(leadCalls.board);
  const column = ({ page, ...rest }: Board['data'][number]) => {
    const [come, gone] = [
      rest.status === stage ? leads.map((lead) => ({ ...lead, status: stage })) : [],
      page.data.filter(({ id }) => ids.has(id)),
    ];
    const data = [...come, ...page.data.filter(({ id }) => !ids.has(id))];
    return {
      ...rest,
      page: { ...page, data, total: page.total + come.length - gone.length },
      imported: rest.imported + countImported(come) - countImported(gone),
    };
  };
  queries.setQueriesData<Board>(
    { queryKey: [leadCalls.list], predicate: isBoard },
    (board) => board && { ...board, data: board.data.map(column) },
  );
}

function countImported(leads: Lead[]): number {
  return leads.filter(({ origin }) => origin === 'imported').length;
}

function useQuickEdit(undoable: Undo['undoable']) {
  const queries = useQueryClient();

  /**
   * Optimistic update. Changes of other fields by others are kept; if the same field was changed, a dialog asks whose
   * value stays. False if it failed.
   */
  return async function quickEdit(lead: Lead, edit: LeadEdit, message: string): Promise<boolean> {
    const key = keyOfLead(lead.id);
    // The owner's name is known only from the answer.
    queries.setQueryData<WholeLead>(key, (now) => now && { ...now, ...edit });
    try {
      const saved = await saveEdit(lead, edit);
      if (saved) {
        queries.setQueryData(key, saved);
        undoable(message, () => quickEdit(saved, valuesOf(lead, edit), t('As it was before')));
      }
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      await queries.invalidateQueries();
    }
  };
}

/** Null if the other person's change was kept. */
async function saveEdit(base: Lead, edit: LeadEdit): Promise<WholeLead | null> {
  try {
    const body = { ...edit, updated_at: base.updated_at };
    return (await api.put<Written<WholeLead>>(callOf(leadCalls.one, base.id), body)).data;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    const newer = error.data as WholeLead;
    const isOurs = isSame(valuesOf(newer, edit), valuesOf(base, edit)) || !(await askToLoadTheirs());
    return isOurs ? saveEdit(newer, edit) : null;
  }
}

function askToLoadTheirs(): Promise<boolean> {
  return ask({
    title: 'This was changed meanwhile',
    text: 'Somebody else changed this lead after you saw it. Nothing of yours was saved yet.',
    proceed: 'Load theirs',
    cancel: 'Keep mine',
    tone: 'unsaved',
  });
}

function valuesOf(lead: Lead, edit: LeadEdit): LeadEdit {
  const { status, lost_reason, owner, next_step, next_step_on } = lead;
  const all = { status, lost_reason, owner_id: owner?.id ?? null, next_step, next_step_on };
  const names = Object.keys('status' in edit ? { ...edit, lost_reason } : edit);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

function isSame(one: LeadEdit, other: LeadEdit): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function useNotes({ change }: LeadCalls) {
  const [deletedNotes, setDeletedNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const pathOf = ({ request_id, note_id }: LeadEvent) =>
    callOf(leadCalls.note, request_id).replace(':note', String(note_id));
  return {
    /** Texts by note id, kept for undo, because the server removes them. */
    deletedNotes,
    changeNote: (event: LeadEvent, note: string, updated_at?: string) =>
      change(api.put(pathOf(event), { note, updated_at })),
    removeNote: (event: LeadEvent, text: string) =>
      askToDelete('Delete note', 'You are about to Delete this note.', async () => {
        const done = await change(api.delete(pathOf(event)), true);
        if (done) setDeletedNotes((kept) => new Map(kept).set(Number(event.note_id), text));
      }),
  };
}

/** Sends batches of at most `leadLimits.bulk`. If a batch fails, the earlier ones stay changed. */
async function changeAll(leads: Pick<Lead, 'id'>[], action: string, more?: object): Promise<Written<object>> {
  const most = leadLimits.bulk;
  let written: Written<object> = { data: {}, message: '' };
  for (let at = 0; at < leads.length; at += most) {
    const ids = leads.slice(at, at + most).map(({ id }) => id);
    try {
      written = await api.post<Written<object>>(leadCalls.bulk, { ids, action, ...more });
    } catch (error) {
      if (at === 0) throw error;
      throw new Error(t`${at} of ${leads.length} leads were changed. ${messageOf(error)}`);
    }
  }
  return leads.length > most ? { ...written, message: `${leads.length} leads changed` } : written;
}

export function namesOf(leads: SomeLead[]): string {
  const [only] = leads.length === 1 ? leads : [];
  return only && 'number' in only ? only.institute_name : t`${leads.length} leads`;
}
