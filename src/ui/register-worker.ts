interface Policy {
  createScriptURL: (url: string) => string;
}

let policy: Policy | undefined;

/** By the Trusted Types policy `worker`, which a page may make once. */
export function registerWorker(address: string): Promise<ServiceWorkerRegistration> {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } };
  policy ??= trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
  return navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
}
