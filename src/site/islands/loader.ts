import { countVisit } from './count-visit.ts';
import { watchDemoForm } from './demo-panel.ts';
import { watchDrawer } from './drawer.ts';
import { bringFonts } from './fonts.ts';
import { keepOffline } from './keep-offline.ts';
import { layOutLater } from './lay-out-later.ts';
import { watchProgress } from './progress.ts';
import { watchTheme } from './theme.ts';
import { rememberVisit } from './visit.ts';
import { watchIslands } from './wake-islands.ts';

/** How long the rest of the page waits for a font that does not come, in milliseconds. */
const patience = 30_000;

// Inlined into every page: it must stay small and must not share a module with any island.
rememberVisit();
watchProgress();
watchTheme();
watchDrawer();
watchDemoForm();
watchIslands();
countVisit();
// Laid out with the fonts there, the page is laid out once.
Promise.race([bringFonts(), new Promise((resolve) => setTimeout(resolve, patience))])
  .then(layOutLater)
  .then(keepOffline);
