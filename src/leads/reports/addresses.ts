import { calls } from '#paths.ts';

export const periods = ['30', '7', '90', 'year'] as const;
export type Period = (typeof periods)[number];

export const breakdowns = ['people', 'sources', 'days'] as const;
export type Breakdown = (typeof breakdowns)[number];

const names = ['period', 'date_from', 'date_to'] as const;

export function periodOf(address: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...address].filter(([name, value]) => value && names.some((each) => each === name)));
}

export function figuresAddress(address: URLSearchParams): string {
  const query = periodOf(address).toString();
  return query ? `${calls.leadFigures}?${query}` : calls.leadFigures;
}
