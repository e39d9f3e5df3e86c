import { createContext, type ReactNode, useContext } from 'react';

const MayWrite = createContext(true);

/** Whether the user may edit what the screen shows. */
export const MayWriteProvider = MayWrite.Provider;

export function useMayWrite(): boolean {
  return useContext(MayWrite);
}

export function Writers({ children }: { children: ReactNode }) {
  return useMayWrite() ? children : null;
}
