/** A question that stands in the way until it is answered. */
export interface Question {
  title: string;
  text: string;
  /** The button that goes on. */
  proceed: string;
  /** The button that changes nothing; it has the focus first. Null where there is nothing to choose. */
  cancel: string | null;
  tone: 'danger' | 'unsaved' | 'notice';
  /** Runs while the dialog stays, its button busy. */
  act?: () => Promise<void>;
}

export interface Asked extends Question {
  id: number;
  answer: (proceed: boolean) => void;
}

let asked: Asked | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Asks, and answers whether to go on. A question that is still open counts as cancelled. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const id = ++lastId;
  publish({
    ...question,
    id,
    answer: (proceed) => {
      if (asked?.id === id) publish(null);
      resolve(proceed);
    },
  });
  return promise;
}

/** Says something that must be read before going on. */
export async function tell(title: string, text: string): Promise<void> {
  await ask({ title, text, proceed: 'OK', cancel: null, tone: 'notice' });
}

export function questionAsked(): Asked | null {
  return asked;
}

export function followQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** True where the user gives up what was typed. `what` as in 'Your changes to this news'. */
export function askToLeave(what: string): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: `Your changes to this ${what} are only on this device.`,
    proceed: 'Leave',
    cancel: 'Keep editing',
    tone: 'unsaved',
  });
}

/** Somebody else saved this meanwhile, as `message` says. True where the newer text is to be loaded over one's own. */
export function askWhoseText(message: string): Promise<boolean> {
  return ask({
    title: 'This was changed meanwhile',
    text: `${message} Keep your text, and submitting again replaces theirs; or load the newer one.`,
    proceed: 'Load the newer one',
    cancel: 'Keep my text',
    tone: 'unsaved',
  });
}
