import type { ScenePicture } from '../types.ts';
import { classroom, computerLab, routineBoard, teacherTraining } from './scenes-class.ts';
import { attendanceLedger, examPapers, parentPhone } from './scenes-desk.ts';
import { scienceLab } from './scenes-lab.ts';
import { rainBoat, schoolBuilding, sportsDay } from './scenes-outside.ts';
import { feeCounter, libraryShelf } from './scenes-rooms.ts';
import type { Drawing } from './svg.ts';

/** The middle square of every scene holds its subject, because small cards show only that. */
export const scenes: Record<ScenePicture, () => Drawing> = {
  classroom,
  'school-building': schoolBuilding,
  'parent-phone': parentPhone,
  'exam-papers': examPapers,
  'teacher-training': teacherTraining,
  'attendance-ledger': attendanceLedger,
  'library-shelf': libraryShelf,
  'science-lab': scienceLab,
  'rain-boat': rainBoat,
  'fee-counter': feeCounter,
  'routine-board': routineBoard,
  'sports-day': sportsDay,
  'computer-lab': computerLab,
};
