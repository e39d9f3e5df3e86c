import type { Hydrate } from './hydrate.tsx';

interface CopyLinkProps {
  title: string;
  address: string;
  /** Opens the share sheet, or copies the link where there is none. By default only phones do. */
  share?: boolean;
}

export const hydrate: Hydrate = async (element, props) => {
  const { title, address, share } = props as CopyLinkProps;
  const status = document.getElementById('share-status');
  const setStatus = (text: string | undefined) => {
    if (status) status.textContent = text ?? '';
  };
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setStatus(status?.dataset.copied),
      () => setStatus(status?.dataset.failed),
    );
  element.querySelector('button')?.addEventListener('click', async () => {
    setStatus('');
    if (!(share ?? matchMedia('(pointer: coarse)').matches) || !navigator.share) return copy();
    try {
      await navigator.share({ title, url: address });
    } catch (error) {
      // The user closed the share sheet.
      if ((error as Error).name !== 'AbortError') await copy();
    }
  });
};
