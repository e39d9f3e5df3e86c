import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask, showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import { leadLimits } from '../../lead/limits.ts';
import type { Board, ChosenLead, Lead, LeadEvent, WholeLead } from '../../lead/schema.ts';
import { type Outcome, outcomeNames, type Stage, stageNames, type WayToWrite } from '../../lead/strings.ts';
import { keyOfLead } from './use-leads.ts';

export type LeadWork = ReturnType<typeof useWork>;

/** A full lead, or only the fields known after "select all". */
type SomeLead = Lead | ChosenLead;

export interface Losing {
  leads: SomeLead[];
  go: (reason: string) => Promise<void>;
}

export function useWork() {
  const queries = useQueryClient();
  const [losing, setLosing] = useState<Losing | null>(null);
  const [deletedNotes, setDeletedNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const refresh = () => queries.invalidateQueries();
  const callOf = (path: string, { id }: Pick<Lead, 'id'>) => path.replace(':id', String(id));
  const { touch: quickEdit, told: updateCache, undoable, undoLast } = useQuickEdit();

  /** Shows the message of the answer, and always refetches. Null if the call failed. */
  async function attempt<T>(
    call: () => Promise<Written<T>>,
    quiet = false,
    again: () => Promise<void> = refresh,
  ): Promise<T | null> {
    try {
      const { data, message } = await call();
      if (!quiet) notifyDone(message);
      return data;
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await showMessage('Nothing was changed', error.message);
      else notifyFailed(messageOf(error));
      return null;
    } finally {
      await again();
    }
  }

  function moveOne(lead: WholeLead, stage: Stage): void {
    // Choosing Lost again corrects the reason.
    if (lead.status === stage && stage !== 'lost') return;
    const go = async (reason?: string) => {
      setLosing(null);
      const lost = reason === undefined ? {} : { lost_reason: reason };
      await quickEdit(lead, { status: stage, ...lost }, `Moved to ${stageNames[stage]}`);
    };
    if (stage === 'lost') setLosing({ leads: [lead], go });
    else void go();
  }

  function move(leads: SomeLead[], stage: Stage): void {
    const others = leads.filter((lead) => lead.status !== stage);
    if (others.length === 0) return;
    const go = async (reason?: string) => {
      setLosing(null);
      moveOptimistically(others, stage);
      const body = { action: 'stage', status: stage, lost_reason: reason };
      const moved = await attempt(() => changeAll(others, body), true);
      if (moved) undoable(`${namesOf(others)} moved to ${stageNames[stage]}`, () => moveBack(others));
      else announce(`${namesOf(others)} stayed where it was`);
    };
    if (stage === 'lost') setLosing({ leads: others, go });
    else void go();
  }

  async function moveBack(leads: SomeLead[]): Promise<void> {
    for (const some of Map.groupBy(leads, ({ status, lost_reason }) => `${status} ${lost_reason}`).values()) {
      const { status = 'new', lost_reason = null } = some[0] ?? {};
      moveOptimistically(some, status);
      await attempt(() => changeAll(some, { action: 'stage', status, lost_reason }), true);
    }
    announce(`${namesOf(leads)} moved back`);
  }

  function moveOptimistically(moved: SomeLead[], stage: Stage): void {
    // Leads of "select all" lack the fields of a card.
    const leads = moved.filter((lead) => 'number' in lead);
    const ids = new Set(leads.map(({ id }) => id));
    const isBoard = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith(leadCalls.board);
    queries.setQueriesData<Board>({ queryKey: [leadCalls.list], predicate: isBoard }, (board) => {
      if (!board) return board;
      return {
        ...board,
        data: board.data.map((column) => {
          const rest = column.page.data.filter(({ id }) => !ids.has(id));
          const come = column.status === stage ? leads.map((lead) => ({ ...lead, status: stage })) : [];
          const gone = column.page.data.length - rest.length;
          const total = column.page.total - gone + come.length;
          const left = column.page.data.filter(({ id }) => ids.has(id));
          const imported = column.imported - countImported(left) + countImported(come);
          return { ...column, page: { ...column.page, data: [...come, ...rest], total }, imported };
        }),
      };
    });
  }

  async function assign(leads: SomeLead[], ownerId: number | null): Promise<void> {
    await attempt(() => changeAll(leads, { action: 'owner', owner_id: ownerId }));
  }

  async function markSpam(leads: SomeLead[], isSpam: boolean): Promise<void> {
    await attempt(() => changeAll(leads, { action: isSpam ? 'spam' : 'not_spam' }));
  }

  async function remove(leads: SomeLead[]): Promise<boolean> {
    return ask({
      title: leads.length === 1 ? 'Delete lead' : `Delete ${leads.length} leads`,
      text: `You are about to Delete ${leads.length === 1 ? 'this lead' : 'these leads'}. They stay in the trash for 30 days.`,
      proceed: 'Yes, proceed',
      cancel: 'Cancel',
      tone: 'danger',
      act: async () => {
        const done = await attempt(() => changeAll(leads, { action: 'delete' }), true);
        const message = leads.length === 1 ? 'Lead deleted successfully' : `${leads.length} leads deleted`;
        if (done) notifyUndoable(message, () => void restore(leads));
      },
    });
  }

  async function restore(leads: Pick<Lead, 'id'>[]): Promise<void> {
    await attempt(() => changeAll(leads, { action: 'restore' }));
  }

  const resend = (lead: Lead) => attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.resend, lead)));

  async function merge(lead: Lead, other: Lead): Promise<void> {
    const ids = [other.id];
    await attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.merge, lead), { ids }));
  }

  async function unmerge(lead: Lead, other: Lead): Promise<void> {
    await attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.unmerge, lead), { ids: [other.id] }));
  }

  const note = (lead: Lead, text: string) =>
    attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.notes, lead), { note: text }));

  async function logCall(lead: Lead, outcome: Outcome): Promise<boolean> {
    const now = await attempt(() => updateCache(api.post(callOf(leadCalls.calls, lead), { outcome })), true, nothing);
    const call = now?.history.findLast(({ event }) => event === 'called');
    if (!call) return false;
    const path = callOf(leadCalls.call, lead).replace(':call', String(call.call_id));
    undoable(`Call: ${outcomeNames[outcome]}`, async () => {
      await attempt(() => updateCache(api.delete(path)), true, nothing);
    });
    return true;
  }

  /** Logs that another program was opened; whether a message was sent is unknown. */
  const logMessage = (lead: Lead, way: WayToWrite, templateId: number | null) =>
    attempt(
      () => updateCache(api.post(callOf(leadCalls.messages, lead), { way, template_id: templateId })),
      true,
      nothing,
    );

  const notePath = ({ request_id, note_id }: LeadEvent) =>
    callOf(leadCalls.note, { id: request_id }).replace(':note', String(note_id));

  const changeNote = (event: LeadEvent, text: string, version?: string) =>
    attempt(() => api.put<Written<WholeLead>>(notePath(event), { note: text, updated_at: version }));

  /** Asks first. The text is kept in memory for undo, because the server removes it. */
  async function removeNote(event: LeadEvent, text: string): Promise<boolean> {
    return ask({
      title: 'Delete note',
      text: 'You are about to Delete this note.',
      proceed: 'Yes, proceed',
      cancel: 'Cancel',
      tone: 'danger',
      act: async () => {
        const done = await attempt(() => api.delete<Written<WholeLead>>(notePath(event)), true);
        if (done) setDeletedNotes((kept) => new Map(kept).set(Number(event.note_id), text));
      },
    });
  }

  return {
    losing,
    /** Texts by note id. */
    deletedNotes,
    stopLosing: () => setLosing(null),
    refresh,
    touch: quickEdit,
    undoLast,
    moveOne,
    called: logCall,
    wrote: logMessage,
    move,
    give: assign,
    markSpam,
    remove,
    restore,
    resend,
    merge,
    takeApart: unmerge,
    note,
    changeNote,
    removeNote,
  };
}

function countImported(leads: Lead[]): number {
  return leads.filter(({ origin }) => origin === 'imported').length;
}

/** Sends batches of at most `leadLimits.bulk`. If a batch fails, the earlier ones stay changed. */
async function changeAll(leads: Pick<Lead, 'id'>[], change: object): Promise<Written<object>> {
  const most = leadLimits.bulk;
  let written: Written<object> = { data: {}, message: '' };
  for (let at = 0; at < leads.length; at += most) {
    const ids = leads.slice(at, at + most).map(({ id }) => id);
    try {
      written = await api.post<Written<object>>(leadCalls.bulk, { ids, ...change });
    } catch (error) {
      if (at === 0) throw error;
      throw new Error(`${at} of ${leads.length} leads were changed. ${messageOf(error)}`);
    }
  }
  return leads.length > most ? { ...written, message: `${leads.length} leads changed` } : written;
}

export function namesOf(leads: SomeLead[]): string {
  const [only] = leads.length === 1 ? leads : [];
  return only && 'number' in only ? only.institute_name : `${leads.length} leads`;
}

/** For calls that change only the history of a lead, which is in the answer. */
async function nothing(): Promise<void> {}

export interface LeadEdit {
  status?: Stage;
  lost_reason?: string | null;
  owner_id?: number | null;
  next_step?: string | null;
  next_step_on?: string | null;
}

function useQuickEdit() {
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
