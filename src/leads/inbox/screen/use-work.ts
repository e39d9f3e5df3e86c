import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { useQuickEdit } from './use-quick-edit.ts';

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
