interface Policy {
  createScriptURL: (url: string) => string;
}

interface Scope {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
}

let policy: Policy | undefined;

/** By the Trusted Types policy `worker`, which a page may make once. An arrow function: it is inlined into every page. */
export const registerWorker = (address: string): Promise<ServiceWorkerRegistration> => {
  policy ??= (self as Scope).trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
  return navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
};
