/** Whether an `Accept` header names HTML and likes it better than JSON. Who takes anything gets JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  const html = ranges.find(({ type }) => type === 'text/html');
  if (!html || html.quality === 0) return false;
  const json = ranges.find(({ type }) => type === 'application/json');
  if (!json || html.quality > json.quality) return true;
  return html.quality === json.quality && ranges.indexOf(html) < ranges.indexOf(json);
}

function readRange(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const number = quality === undefined ? 1 : Number(quality);
  return { type, quality: Number.isFinite(number) ? number : 0 };
}
