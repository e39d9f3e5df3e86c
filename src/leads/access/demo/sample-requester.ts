import type { Requester } from './schema.ts';

/** Stands for whoever will ask, where a mail is shown or tried out. */
export const sampleRequester: Requester = { name: 'মো. আবদুল কাদের', institute: 'রূপসা আদর্শ উচ্চ বিদ্যালয়' };
