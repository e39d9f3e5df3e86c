import { createContext } from 'react';

/** When a copy of the form was last kept on this device, for the field that tells so. */
export const KeptAt = createContext<number | null>(null);
