import { useSyncExternalStore } from 'react';
import { useLater } from '../later.ts';
import { notifyFailed } from '../notify.tsx';
import { followQuestions, questionAsked } from './ask.ts';

export function QuestionDialog() {
  const question = useSyncExternalStore(followQuestions, questionAsked);
  const Question = useLater(load, question !== null, () => {
    question?.answer(false);
    notifyFailed('The question could not be loaded. Try again.');
  });
  return question && Question && <Question key={question.id} question={question} />;
}

const load = () => import('./question.tsx');
