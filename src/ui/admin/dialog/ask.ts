export interface Question {
  title: string;
  text: string;
  proceed: string;
  /** It has the initial focus. Null: only one button. */
  cancel: string | null;
  tone: 'danger' | 'unsaved' | 'notice';
  /** Runs while the dialog is open and its button busy. */
  act?: () => Promise<void>;
}

export interface DialogQuestion extends Question {
  id: number;
  answer: (proceed: boolean) => void;
}

let openQuestion: DialogQuestion | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Opens a confirmation and returns the choice. One that is still open counts as cancelled. */
export function ask(question: Question): Promise<boolean> {
  openQuestion?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const id = ++lastId;
  publish({
    ...question,
    id,
    answer: (proceed) => {
      if (openQuestion?.id === id) publish(null);
      resolve(proceed);
    },
  });
  return promise;
}

/** `text` as in 'You are about to Delete this lead.' */
export function askToDelete(title: string, text: string, act: () => Promise<unknown>): Promise<boolean> {
  return ask({
    title,
    text,
    proceed: 'Yes, proceed',
    cancel: 'Cancel',
    tone: 'danger',
    act: async () => {
      await act();
    },
  });
}

export async function showMessage(title: string, text: string): Promise<void> {
  await ask({ title, text, proceed: 'OK', cancel: null, tone: 'notice' });
}

export function currentQuestion(): DialogQuestion | null {
  return openQuestion;
}

export function followQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: DialogQuestion | null): void {
  openQuestion = next;
  for (const listener of listeners) listener();
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

/** Somebody else saved a newer version, as `message` says. True if that is to be loaded over the own input. */
export function askConflictChoice(message: string): Promise<boolean> {
  return ask({
    title: 'This was changed meanwhile',
    text: `${message} Keep your text, and submitting again replaces theirs; or load the newer one.`,
    proceed: 'Load the newer one',
    cancel: 'Keep my text',
    tone: 'unsaved',
  });
}
