import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask, tell } from '#ui/admin/dialog/ask.ts';
import { notifyDeleted, notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import type { Board, Lead, LeadEvent, WholeLead } from '../../lead/schema.ts';
import { type Stage, stageNames } from '../../lead/words.ts';

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

  /** Makes a call and says what came of it; false where it was refused. */
  async function attempt<T>(call: () => Promise<Written<T>>, quiet = false): Promise<T | null> {
    try {
      const { data, message } = await call();
      if (!quiet) notifyDone(message);
      return data;
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await tell('Nothing was changed', error.message);
      else notifyFailed(messageOf(error));
      return null;
    } finally {
      await refresh();
    }
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
      if (moved) notifyDone(`${namesOf(others)} moved to ${stageNames[stage]}`);
      else announce(`${namesOf(others)} stayed where it was`);
    };
    if (stage === 'lost') setLosing({ leads: others, go });
    else void go();
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
        if (done) notifyDeleted('Lead deleted successfully', () => void restore(leads));
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
    ...{ move, give, markSpam, remove, restore, resend, merge, takeApart, note, changeNote, removeNote },
  };
}

function namesOf(leads: Lead[]): string {
  return leads.length === 1 ? (leads[0]?.institute_name ?? '1 lead') : `${leads.length} leads`;
}
