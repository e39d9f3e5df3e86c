export interface PageOf<T> {
  items: T[];
  page: number;
  perPage: number;
  total: number;
}

export function pageNumber(text: unknown): number {
  return typeof text === 'string' && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 1;
}

export function pageToWire<T>(page: PageOf<T>, path: string, query: Record<string, string> = {}) {
  const lastPage = Math.max(1, Math.ceil(page.total / page.perPage));
  const url = (number: number) => `${path}?${new URLSearchParams({ ...query, page: String(number) })}`;
  const first = (page.page - 1) * page.perPage + 1;
  const prev = page.page > 1 ? url(Math.min(page.page - 1, lastPage)) : null;
  const next = page.page < lastPage ? url(page.page + 1) : null;
  return {
    data: page.items,
    current_page: page.page,
    per_page: page.perPage,
    total: page.total,
    last_page: lastPage,
    from: page.items.length > 0 ? first : null,
    to: page.items.length > 0 ? first + page.items.length - 1 : null,
    first_page_url: url(1),
    last_page_url: url(lastPage),
    prev_page_url: prev,
    next_page_url: next,
    path,
    links: [
      { url: prev, label: 'Previous', active: false },
      ...numbers(page.page, lastPage).map((number) =>
        number === null
          ? { url: null, label: '...', active: false }
          : { url: url(number), label: String(number), active: number === page.page },
      ),
      { url: next, label: 'Next', active: false },
    ],
  };
}

function numbers(page: number, last: number): (number | null)[] {
  if (last <= 10) return Array.from({ length: last }, (_, index) => index + 1);
  const candidates = [1, 2, last - 1, last, page - 2, page - 1, page, page + 1, page + 2];
  const sorted = [...new Set(candidates)].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
