import { calls } from '#paths.ts';
import { scoreOf } from '../test/helpers/asked-queries.ts';
import { get } from './get.ts';
import { median, type Row } from './table.ts';

/** Of the queries that the search was not tuned by, how many it answers as it should, and in what time. */
export async function searchQuality(origin: string): Promise<Row[]> {
  const times: number[] = [];
  const ask = async (query: string) => {
    const { text, ms } = await get(`${origin}${calls.search}?q=${encodeURIComponent(query)}`);
    times.push(ms);
    return JSON.parse(text);
  };
  const asked = await scoreOf('heads-unseen', ask);
  const nonsense = await scoreOf('nonsense-unseen', ask);
  return [
    {
      what: `of ${asked.count} unseen queries of school heads, with their page among the first three`,
      value: `${asked.share.toFixed(0)} %, ${median(times).toFixed(1)} ms each (median)`,
      target: '≥ 88 %',
      good: asked.share >= 88,
    },
    {
      what: `of ${nonsense.count} unseen queries about other things, that find nothing`,
      value: `${nonsense.share.toFixed(0)} %`,
      target: '≥ 80 %',
      good: nonsense.share >= 80,
    },
  ];
}
