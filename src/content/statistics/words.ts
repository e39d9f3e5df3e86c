export const words = { label: 'এক নজরে' } as const;
