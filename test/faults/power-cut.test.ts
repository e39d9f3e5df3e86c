import { expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { isChaos, report, scale } from '../helpers/chaos.ts';
import { type FileSystem, needOwnDisk, OwnDisk } from '../helpers/own-disk.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { freshStore } from '../helpers/store.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

const cuts = scale(2, 100);
const fileSystems: FileSystem[] = isChaos ? ['ext4', 'xfs'] : ['ext4'];
/** A disk for each few cuts, which stays small and is copied quickly. */
const cutsOfADisk = 5;

test.for(fileSystems)(
  'a power cut on %s right after an answer loses nothing of what was acknowledged',
  async (fileSystem, context) => {
    needOwnDisk(context, fileSystem);
    const random = seededRandom(`power cuts on ${fileSystem}`);
    const verdict = structuredClone(allWell);
    let acknowledged = 0;
    for (let cut = 0; cut < cuts; ) {
      const fresh = await freshStore('sqlite');
      const disk = OwnDisk.make(128, fileSystem);
      const store = disk.holding(fresh);
      const writers = await Writers.on(store);
      const server = await BuiltServer.serving(store);
      const writing = writers.write(server);
      for (const last = Math.min(cuts, cut + cutsOfADisk); cut < last; cut++) {
        await writers.acknowledgedMore(3 + random() * 12);
        // Nothing is sent or answered between these two lines.
        const stories = writers.stories.map((story) => ({ ...story }));
        const afterCut = disk.cut();
        const found = await writers.verdict({ ...store, dataDir: afterCut.folder }, stories);
        for (const what of ['lost', 'half', 'twice'] as const) verdict[what].push(...found[what]);
        afterCut.remove();
      }
      await server.kill();
      await writing;
      acknowledged += writers.acknowledged;
      verdict.faults.push(...writers.faults);
      disk.remove();
      await fresh.remove();
    }
    const measured = `${cuts} cuts, ${acknowledged} acknowledged: ${inWords(verdict)}`;
    report(context, {
      what: `power cut on ${fileSystem}${fileSystem === 'ext4' ? ' (noauto_da_alloc)' : ''}, sqlite and files`,
      measured,
      goal: '0 of each',
    });
    expect(verdict).toEqual(allWell);
  },
);
