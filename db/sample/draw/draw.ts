import { mkdirSync, writeFileSync } from 'node:fs';
import type { PictureName } from '../types.ts';
import { crests } from './crests.ts';
import { objects } from './objects.ts';
import { portraits } from './portraits.ts';
import { scenes } from './scenes.ts';
import { classroom } from './scenes-class.ts';
import { attendanceLedger, examPapers, parentPhoneWithoutWords } from './scenes-desk.ts';
import { statisticIcons } from './statistics.ts';
import type { Drawing } from './svg.ts';
import { toPoster, toSvg } from './svg.ts';

// Run with `node db/sample/draw/draw.ts`; the SVG files are committed, so this is needed only after a change here.
const folder = new URL('../pictures/', import.meta.url);
const posterFolder = new URL('../../../src/ui/site/posters/', import.meta.url);

const pictures: Record<PictureName, () => Drawing> = {
  ...scenes,
  ...objects,
  ...statisticIcons,
  ...crests,
  ...portraits,
};

const posters = [attendanceLedger, examPapers, parentPhoneWithoutWords, classroom];

mkdirSync(folder, { recursive: true });
mkdirSync(posterFolder, { recursive: true });
for (const [name, draw] of Object.entries(pictures)) {
  writeFileSync(new URL(`${name}.svg`, folder), toSvg(draw()));
}
for (const [index, draw] of posters.entries()) {
  writeFileSync(new URL(`poster-${index + 1}.svg`, posterFolder), toPoster(draw()));
}
