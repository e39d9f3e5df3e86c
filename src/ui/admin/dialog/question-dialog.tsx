import { useSyncExternalStore } from 'react';
import { notifyFailed } from '../notify.tsx';
import { useLazyComponent } from '../use-lazy-component.ts';
import { currentQuestion, followQuestions } from './ask.ts';

export function QuestionDialog() {
  const question = useSyncExternalStore(followQuestions, currentQuestion);
  const Question = useLazyComponent(load, question !== null, () => {
    question?.answer(false);
    notifyFailed('The question could not be loaded. Try again.');
  });
  if (question && 'dialog' in question) return question.dialog;
  return question && Question && <Question key={question.id} question={question} />;
}

const load = () => import('./question.tsx');
