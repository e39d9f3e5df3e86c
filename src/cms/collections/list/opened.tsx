import { Link, type LinkProps, useSearchParams } from 'react-router';

/** Changes one parameter of the URL, so that reload, back and links work; an empty value removes it. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: string, replace = false): void =>
    setAddress((now) => withParameter(now, name, value), { preventScrollReset: true, replace });
  return { address, set };
}

/** The record in the panel, by its parameter in the URL. */
export function useOpened(name: string) {
  const { address, set } = useAddress();
  return {
    opened: Number(address.get(name)) || null,
    open: (id: number | null, replace = false): void => set(name, id ? String(id) : '', replace),
  };
}

/** Opens a record and keeps the filters of the list in the URL. */
export function OpenLink({ name, id, ...link }: Omit<LinkProps, 'to' | 'id'> & { name: string; id: number }) {
  const [address] = useSearchParams();
  return <Link {...link} to={{ search: withParameter(address, name, String(id)).toString() }} preventScrollReset />;
}

function withParameter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
