import { Link, type LinkProps, useSearchParams } from 'react-router';

/** The record in the panel, by its parameter in the URL, so that reload, back and links work. */
export function useOpened(name: string) {
  const [address, setAddress] = useSearchParams();
  return {
    opened: Number(address.get(name)) || null,
    open: (id: number | null, replace = false): void =>
      setAddress((now) => withOpened(now, name, id), { preventScrollReset: true, replace }),
  };
}

/** Opens a record and keeps the filters of the list in the URL. */
export function OpenLink({ name, id, ...link }: Omit<LinkProps, 'to' | 'id'> & { name: string; id: number }) {
  const [address] = useSearchParams();
  return <Link {...link} to={{ search: withOpened(address, name, id).toString() }} preventScrollReset />;
}

function withOpened(address: URLSearchParams, name: string, id: number | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (id) next.set(name, String(id));
  else next.delete(name);
  return next;
}
