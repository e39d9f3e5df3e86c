import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask, tell } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import type { Board, Lead, LeadEvent, WholeLead } from '../../lead/schema.ts';
import { type Outcome, outcomeNames, type Stage, stageNames, type WayToWrite } from '../../lead/words.ts';
import { useTouching } from './use-touching.ts';

export type Work = ReturnType<typeof useWork>;

/** Leads that are to be lost, as soon as somebody has said why. */
export interface Losing {
  leads: Lead[];
  go: (reason: string) => Promise<void>;
}

/** What is done with leads from the list, the board and the panel. */
export function useWork() {
  const queries = useQueryClient();
  const [losing, setLosing] = useState<Losing | null>(null);
  const [deletedNotes, setDeletedNotes] = useState<ReadonlyMap<number, string>>(new Map());
  const refresh = () => queries.invalidateQueries();
  const callOf = (path: string, { id }: Pick<Lead, 'id'>) => path.replace(':id', String(id));
  const { touch, told, undoable, undoLast } = useTouching();

  /** Makes a call and says what came of it; false where it was refused. */
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
      if (error instanceof CallError && error.status === 409) await tell('Nothing was changed', error.message);
      else notifyFailed(messageOf(error));
      return null;
    } finally {
      await again();
    }
  }

  /** One lead to another stage, with the way back; where that is Lost, somebody is asked for the reason first. */
  function moveOne(lead: WholeLead, stage: Stage): void {
    // A reason may be corrected.
    if (lead.status === stage && stage !== 'lost') return;
    const go = async (reason?: string) => {
      setLosing(null);
      const lost = reason === undefined ? {} : { lost_reason: reason };
      await touch(lead, { status: stage, ...lost }, `Moved to ${stageNames[stage]}`);
    };
    if (stage === 'lost') setLosing({ leads: [lead], go });
    else void go();
  }

  /** To another stage; where that is Lost, somebody is asked for the reason first. */
  function move(leads: Lead[], stage: Stage): void {
    const others = leads.filter((lead) => lead.status !== stage);
    if (others.length === 0) return;
    const go = async (reason?: string) => {
      setLosing(null);
      moveOptimistically(others, stage);
      const ids = others.map(({ id }) => id);
      const moved = await attempt(
        () => api.post<Written<object>>(leadCalls.bulk, { ids, action: 'stage', status: stage, lost_reason: reason }),
        true,
      );
      if (moved) undoable(`${namesOf(others)} moved to ${stageNames[stage]}`, () => moveBack(others));
      else announce(`${namesOf(others)} stayed where it was`);
    };
    if (stage === 'lost') setLosing({ leads: others, go });
    else void go();
  }

  /** Each to where it came from, the lost ones with their own reasons. */
  async function moveBack(leads: Lead[]): Promise<void> {
    for (const some of Map.groupBy(leads, ({ status, lost_reason }) => `${status} ${lost_reason}`).values()) {
      const { status = 'new', lost_reason = null } = some[0] ?? {};
      moveOptimistically(some, status);
      const body = { ids: some.map(({ id }) => id), action: 'stage', status, lost_reason };
      await attempt(() => api.post<Written<object>>(leadCalls.bulk, body), true);
    }
    announce(`${namesOf(leads)} moved back`);
  }

  /** Optimistic: on the board a card is where it was put at once; what the server says to it comes after. */
  function moveOptimistically(leads: Lead[], stage: Stage): void {
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
          return { ...column, page: { ...column.page, data: [...come, ...rest], total } };
        }),
      };
    });
  }

  async function give(leads: Lead[], ownerId: number | null): Promise<void> {
    const ids = leads.map(({ id }) => id);
    await attempt(() => api.post<Written<object>>(leadCalls.bulk, { ids, action: 'owner', owner_id: ownerId }));
  }

  async function markSpam(leads: Lead[], isSpam: boolean): Promise<void> {
    const action = isSpam ? 'spam' : 'not_spam';
    await attempt(() => api.post<Written<object>>(leadCalls.bulk, { ids: leads.map(({ id }) => id), action }));
  }

  /** Into the trash after a question, with ten seconds to undo. */
  async function remove(leads: Lead[]): Promise<boolean> {
    const ids = leads.map(({ id }) => id);
    return ask({
      title: leads.length === 1 ? 'Delete lead' : `Delete ${leads.length} leads`,
      text: `You are about to Delete ${leads.length === 1 ? 'this lead' : 'these leads'}. They stay in the trash for 30 days.`,
      proceed: 'Yes, proceed',
      cancel: 'Cancel',
      tone: 'danger',
      act: async () => {
        const done = await attempt(() => api.post<Written<object>>(leadCalls.bulk, { ids, action: 'delete' }), true);
        if (done) notifyUndoable('Lead deleted successfully', () => void restore(leads));
      },
    });
  }

  async function restore(leads: Pick<Lead, 'id'>[]): Promise<void> {
    const ids = leads.map(({ id }) => id);
    await attempt(() => api.post<Written<object>>(leadCalls.bulk, { ids, action: 'restore' }));
  }

  const resend = (lead: Lead) => attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.resend, lead)));

  async function merge(lead: Lead, other: Lead): Promise<void> {
    const ids = [other.id];
    // The panel shows at once how to undo it.
    await attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.merge, lead), { ids }));
  }

  async function takeApart(lead: Lead, other: Lead): Promise<void> {
    await attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.unmerge, lead), { ids: [other.id] }));
  }

  const note = (lead: Lead, text: string) =>
    attempt(() => api.post<Written<WholeLead>>(callOf(leadCalls.notes, lead), { note: text }));

  /** Tells in the story how a call ended. Answers whether it does. */
  async function called(lead: Lead, outcome: Outcome): Promise<boolean> {
    const now = await attempt(() => told(api.post(callOf(leadCalls.calls, lead), { outcome })), true, nothing);
    const call = now?.history.findLast(({ event }) => event === 'called');
    if (!call) return false;
    const path = callOf(leadCalls.call, lead).replace(':call', String(call.call_id));
    undoable(`Call: ${outcomeNames[outcome]}`, async () => {
      await attempt(() => told(api.delete(path)), true, nothing);
    });
    return true;
  }

  /** Tells in the story that somebody was written to; whether it was sent only the other program knows. */
  const wrote = (lead: Lead, way: WayToWrite, templateId: number | null) =>
    attempt(() => told(api.post(callOf(leadCalls.messages, lead), { way, template_id: templateId })), true, nothing);

  const notePath = ({ request_id, note_id }: LeadEvent) =>
    callOf(leadCalls.note, { id: request_id }).replace(':note', String(note_id));

  /** `version`: of the note as it was read, so that nobody else's words are lost. */
  const changeNote = (event: LeadEvent, text: string, version?: string) =>
    attempt(() => api.put<Written<WholeLead>>(notePath(event), { note: text, updated_at: version }));

  /** After a question. Its words are kept here to undo it, as long as the screen is open: the server forgets them. */
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
    /** By the ids of the notes. */
    deletedNotes,
    stopLosing: () => setLosing(null),
    refresh,
    ...{ touch, undoLast, moveOne, called, wrote },
    ...{ move, give, markSpam, remove, restore, resend, merge, takeApart, note, changeNote, removeNote },
  };
}

function namesOf(leads: Lead[]): string {
  return leads.length === 1 ? (leads[0]?.institute_name ?? '1 lead') : `${leads.length} leads`;
}

/** What is only told in the story of a lead shows nowhere else. */
async function nothing(): Promise<void> {}
