export const statisticStrings = { label: 'এক নজরে' } as const;
