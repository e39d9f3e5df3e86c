import { root } from './root.ts';

interface Policies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** Brings the worker that shows pages without a network, once the page is calm. Pages name it, or don't. */
export function keepOffline(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name=worker]')?.content;
  if (!address || !navigator.serviceWorker || root.dataset.lean) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address).catch(() => {});
}
