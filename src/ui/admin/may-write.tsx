import { createContext, type ReactNode, useContext } from 'react';

const MayWrite = createContext(true);

/** Around a screen: whether the one who sees it may change what is there. */
export const Rights = MayWrite.Provider;

export function useMayWrite(): boolean {
  return useContext(MayWrite);
}

/** What only they see who may change what the screen is about. */
export function Writers({ children }: { children: ReactNode }) {
  return useMayWrite() ? children : null;
}
