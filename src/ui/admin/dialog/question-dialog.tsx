import { useLazyComponent } from '../lazy-component.tsx';
import { notifyNotLoaded } from '../notify.tsx';
import { useStore } from '../store.ts';
import { openQuestion } from './ask.ts';

export function QuestionDialog() {
  const question = useStore(openQuestion);
  const Question = useLazyComponent(load, question !== null, () => {
    question?.answer(false);
    notifyNotLoaded();
  });
  if (question && 'dialog' in question) return question.dialog;
  return question && Question && <Question key={question.id} question={question} />;
}

/** With what other dialogs are framed by, so that none waits for it later. */
async function load() {
  const [question] = await Promise.all([import('./question.tsx'), import('./open-frame.tsx')]);
  return question;
}
