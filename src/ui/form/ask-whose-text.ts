import { ask } from '../admin/dialog/ask.ts';

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
