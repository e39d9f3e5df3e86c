import { ask } from './ask.ts';

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
