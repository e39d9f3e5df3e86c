import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { groupBy } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { isMailSetUp } from '#mail/states.ts';
import { leadCalls, withId } from '#paths.ts';
import {
  answerAt,
  api,
  CallError,
  create,
  type ListPage,
  messageOf,
  randomKey,
  useReload,
  type Written,
} from '#ui/admin/calls/api.ts';
import { dayAhead } from '#ui/admin/dates.ts';
import { ask, askIn, askToDelete, showMessage } from '#ui/admin/dialog/ask.ts';
import { lazyDialog, useIdle } from '#ui/admin/lazy-component.tsx';
import { announce, notifyDone, notifyError, notifyUndoable } from '#ui/admin/notify.tsx';
import type {
  Board,
  Calendar,
  ChosenLead,
  Duplicates,
  Lead,
  LeadEvent,
  Owner,
  Retention,
  WholeLead,
} from '../../lead/schema.ts';
import { leadLimits, type Stage, stageNames, type WayToWrite, workingDay } from '../../lead/strings.ts';
import type { Messages } from '../../templates/schema.ts';
import { boardAddress, calendarAddress, leadListAddress, type View } from '../addresses.ts';

/** Refetch intervals in milliseconds; the second one while the mail of an open lead is queued or being sent. */
const [pollInterval, mailPollInterval] = [60_000, 2_000];

type Shown<Name extends string> = Record<Name, string> & { view: View };

/** Logs that another program was opened, each time; whether a message was sent is unknown. */
export function logMessage(lead: Lead, way: WayToWrite, template_id: number | null): Promise<Written<WholeLead>> {
  return api.post(withId(leadCalls.messages, lead.id), { way, template_id }, { key: randomKey() });
}

export function useLeadList(filter: Shown<'query' | 'page'>) {
  return useLeadPage(leadListAddress(filter.query, filter.page), filter.view === 'list');
}

export function useLeadPage(url: string, enabled = true) {
  return useLeads<ListPage<Lead>>(url, enabled);
}

export function useBoard(filter: Shown<'query'>) {
  return useLeads<Board>(boardAddress(filter.query), filter.view === 'board');
}

export function useCalendar(filter: Shown<'query' | 'from'>) {
  return useLeads<Calendar>(calendarAddress(filter.query, filter.from), filter.view === 'calendar');
}

function useLeads<T>(url: string, enabled: boolean) {
  return useQuery({
    ...answerAt<T>(url),
    queryKey: [leadCalls.list, url],
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
    enabled,
  });
}

export function wholeLead(id: number) {
  return queryOptions({
    queryKey: keyOfLead(id),
    queryFn: async ({ signal }) => (await api.get<{ data: WholeLead }>(withId(leadCalls.one, id), { signal })).data,
    refetchInterval: ({ state }) => (isMailUnderWay(state.data) ? mailPollInterval : false),
  });
}

function isMailUnderWay(lead: WholeLead | undefined): boolean {
  return isMailSetUp() && (lead?.mail?.state === 'queued' || lead?.mail?.state === 'sending');
}

function keyOfLead(id: number) {
  return [leadCalls.list, 'one', id] as const;
}

export function useMessages(id: number): Messages {
  return useAboutLead<Messages>(withId(leadCalls.messages, id)) ?? [];
}

export function useDuplicates(id: number): Duplicates {
  return useAboutLead<Duplicates>(withId(leadCalls.duplicates, id)) ?? [];
}

/** Refetched with the leads. */
function useAboutLead<T>(url: string): T | undefined {
  return useQuery({ ...answerAt<{ data: T }>(url), queryKey: [leadCalls.list, url] }).data?.data;
}

/** Null if no rule erases leads of this kind. The rule does not apply before `appliesFrom`. */
export function useRetention(kind: 'won' | 'lost' | 'spam' | null) {
  const rules = useRare<{ data: Retention }>(leadCalls.retention, kind !== null)?.data;
  const months = kind && rules?.[kind];
  return rules && months ? { months, appliesFrom: rules.applies_from } : null;
}

export function useOwners(): Owner[] {
  return useRare<Owner[]>(leadCalls.owners, useIdle()) ?? [];
}

/** The first working day that is at least so many days ahead; 0 is today. */
export function useWorkingDay(): (days: number) => string {
  const holidays = useRare<{ data: string[] }>(leadCalls.holidays)?.data ?? [];
  return (days) => workingDay(dayAhead(days), holidays);
}

export function useSmsActive(): boolean {
  return useRare<{ data: { active: boolean } }>(leadCalls.smsState)?.data.active === true;
}

function useRare<T>(url: string, enabled = true): T | undefined {
  return useQuery({ ...answerAt<T>(url), staleTime: 5 * 60_000, enabled }).data;
}

/** A full lead, or only the fields known after "select all". */
export type LeadSummary = Lead | ChosenLead;

export type LeadEdit = Partial<
  Pick<Lead, 'status' | 'lost_reason' | 'next_step' | 'next_step_on' | 'next_step_time'> & {
    owner_id: number | null;
    note: string;
  }
>;

/** What staff do with leads, wherever they see them. */
export function useWork() {
  const calls = useLeadCalls();
  const quickEdit = useQuickEdit();
  return { ...calls, quickEdit, ...useMoves(calls, quickEdit) };
}

type LeadCalls = ReturnType<typeof useLeadCalls>;

function useLeadCalls() {
  const queries = useQueryClient();
  const reload = useReload();

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
    await reload();
    return answer !== null;
  }

  const pathOfNote = ({ request_id, note_id }: LeadEvent) =>
    withId(leadCalls.note, request_id).replace(':note', String(note_id));

  return {
    change,
    post: (lead: Lead, path: string, body?: object) => change(create(withId(path, lead.id), body)),
    bulk: (leads: Pick<Lead, 'id'>[], action: string, more?: object) => change(changeAll(leads, action, more)),
    /** For calls that change only the history of a lead, which is in the answer. */
    log: async (call: Promise<Written<WholeLead>>): Promise<WholeLead | null> => {
      const answer = await attempt(call);
      if (answer) queries.setQueryData(keyOfLead(answer.data.id), answer.data);
      return answer?.data ?? null;
    },
    remove: (leads: LeadSummary[]): Promise<boolean> => {
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
    changeNote: (event: LeadEvent, note: string, updated_at?: string) =>
      change(api.put(pathOfNote(event), { note, updated_at })),
    removeNote: (event: LeadEvent, text: string) =>
      askToDelete('Delete note', 'You are about to Delete this note.', () => {
        queries.setQueryData(keyOfDeleted(event), text);
        return change(api.delete(pathOfNote(event)), true);
      }),
    /** Kept for undo, because the server removes it. */
    deletedNote: (event: LeadEvent) => queries.getQueryData<string>(keyOfDeleted(event)),
  };
}

function keyOfDeleted({ note_id }: LeadEvent) {
  return ['deleted note', note_id];
}

let lastUndo: (() => void) | null = null;

/** `lead`: the only one that was changed. */
interface Undo {
  message: string;
  undo: () => void;
  lead: Lead | undefined;
}

const showToast = ({ message, undo }: Undo) => notifyUndoable(message, undo);
let showUndo: (undo: Undo) => void = showToast;

export function undoable(message: string, undo: () => Promise<unknown>, lead?: Lead): void {
  const once = () => {
    if (lastUndo === once) lastUndo = null;
    void undo();
  };
  lastUndo = once;
  showUndo({ message, undo: once, lead });
}

/** What can be undone, for a screen that shows it in its place; no toast then lies over the next button. */
export function useUndoInPlace() {
  const [undo, setUndo] = useState<Undo | null>(null);
  useEffect(() => {
    showUndo = setUndo;
    return () => {
      showUndo = showToast;
    };
  }, []);
  return [undo, setUndo] as const;
}

export function undoLast(): void {
  if (lastUndo) lastUndo();
  else announce('There is nothing to undo');
}

function useMoves(calls: LeadCalls, quickEdit: ReturnType<typeof useQuickEdit>) {
  const queries = useQueryClient();

  async function moveOne(lead: WholeLead, status: Stage) {
    // Choosing Lost again corrects the reason.
    if (lead.status === status && status !== 'lost') return;
    const edit = await askForLost([lead], { status });
    if (edit) await quickEdit(lead, edit, t`Moved to ${stageNames[status]}`);
  }

  async function move(leads: LeadSummary[], status: Stage) {
    const others = leads.filter((lead) => lead.status !== status);
    const edit = others.length > 0 && (await askForLost(others, { status }));
    if (!edit) return;
    const moved = await send(others, edit);
    if (moved) undoable(t`${namesOf(others)} moved to ${stageNames[status]}`, () => moveBack(others));
    else announce(`${namesOf(others)} stayed where it was`);
  }

  async function moveBack(leads: LeadSummary[]) {
    for (const some of groupBy(leads, ({ status, lost_reason }) => `${status} ${lost_reason}`).values()) {
      const { status = 'new', lost_reason = null } = some[0] ?? {};
      await send(some, { status, lost_reason });
    }
    announce(`${namesOf(leads)} moved back`);
  }

  function send(leads: LeadSummary[], to: { status: Stage; lost_reason?: string | null }) {
    moveCards(queries, leads, to.status);
    return calls.change(changeAll(leads, 'stage', to), true);
  }

  return { moveOne, move };
}

const LostDialog = lazyDialog(() => import('./lost-dialog.tsx'));

/** Asks for the reason if the leads are lost; null if it was not given. */
async function askForLost(leads: LeadSummary[], edit: { status: Stage; lost_reason?: string }) {
  const isGiven =
    edit.status !== 'lost' ||
    (await askIn((answer) => (
      <LostDialog
        count={leads.length}
        name={namesOf(leads)}
        before={leads[0]?.lost_reason ?? ''}
        onGive={(reason) => {
          edit.lost_reason = reason;
          answer(true);
        }}
        onClose={() => answer(false)}
      />
    )));
  return isGiven ? edit : null;
}

/** Moves cards on the board until the answer is there. */
function moveCards(queries: QueryClient, moved: LeadSummary[], stage: Stage): void {
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

function useQuickEdit() {
  const queries = useQueryClient();
  const reload = useReload();

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
        undoable(message, () => quickEdit(saved, valuesOf(lead, edit), t('As it was before')), lead);
      }
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      await reload();
    }
  };
}

/** Null if the other person's change was kept. */
async function saveEdit(base: Lead, edit: LeadEdit): Promise<WholeLead | null> {
  try {
    const body = { ...edit, updated_at: base.updated_at };
    return (await api.put<Written<WholeLead>>(withId(leadCalls.one, base.id), body)).data;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    const newer = error.data as WholeLead;
    const [theirs, before] = [newer, base].map((lead) => JSON.stringify(valuesOf(lead, edit)));
    const isOurs = theirs === before || !(await askToLoadTheirs());
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
  const { status, lost_reason, owner, next_step, next_step_on, next_step_time } = lead;
  const all = { status, lost_reason, owner_id: owner?.id ?? null, next_step, next_step_on, next_step_time };
  const more = { ...('status' in edit && { lost_reason }), ...('next_step_on' in edit && { next_step_time }) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in edit || name in more));
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

function namesOf(leads: LeadSummary[]): string {
  const [only] = leads.length === 1 ? leads : [];
  return only && 'number' in only ? only.institute_name : t`${leads.length} leads`;
}
