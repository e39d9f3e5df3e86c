import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

export interface Question {
  title: string;
  text: string;
  proceed: string;
  /** 'Cancel', if it is left out; it has the initial focus. Null: only one button. */
  cancel?: string | null;
  /** `danger`, if it is left out. */
  tone?: 'danger' | 'unsaved' | 'notice';
  /** Runs while the dialog is open and its button busy. */
  act?: () => Promise<void>;
}

/** Asked in a dialog of its own. */
interface OwnQuestion {
  dialog: ReactNode;
}

type Answer = (proceed: boolean) => void;

export type DialogQuestion<Q = Question | OwnQuestion> = Q & { id: number; answer: Answer };

export const openQuestion = createStore<DialogQuestion | null>(null);
let lastId = 0;

/** Opens a confirmation and returns the choice. One that is still open counts as cancelled. */
export function ask(question: Question): Promise<boolean> {
  return open(() => question);
}

/** As `ask`, in the given dialog. */
export function askIn(dialog: (answer: Answer) => ReactNode): Promise<boolean> {
  return open((answer) => ({ dialog: dialog(answer) }));
}

function open(questionOf: (answer: Answer) => Question | OwnQuestion): Promise<boolean> {
  openQuestion.get()?.answer(false);
  const id = ++lastId;
  return new Promise((resolve) => {
    const answer = (proceed: boolean) => {
      if (openQuestion.get()?.id === id) openQuestion.set(null);
      resolve(proceed);
    };
    openQuestion.set({ ...questionOf(answer), id, answer });
  });
}

/** `text` as in 'You are about to Delete this lead.' */
export function askToDelete(title: string, text: string, act: () => Promise<unknown>): Promise<boolean> {
  return ask({
    title,
    text,
    proceed: 'Yes, proceed',
    act: async () => {
      await act();
    },
  });
}

export async function showMessage(title: string, text: string): Promise<void> {
  await ask({ title, text, proceed: 'OK', cancel: null, tone: 'notice' });
}

/** True if the user discards unsaved input. `what` as in 'Your changes to this news'. */
export function askToLeave(what: string): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: `Your changes to this ${what} are only on this device.`,
    proceed: 'Leave',
    cancel: 'Keep editing',
    tone: 'unsaved',
  });
}
