import { CircleQuestionMark } from 'lucide-react';

/** At the end of a screen's title. */
export function ScreenHelp({ text }: { text: string }) {
  return (
    <>
      <button
        type="button"
        className="icon-button screen-help"
        aria-label="What is this? What do I do here?"
        popoverTarget="screen-help"
      >
        <CircleQuestionMark />
      </button>
      <p className="card screen-help-text" id="screen-help" popover="auto">
        {text}
      </p>
    </>
  );
}
