import { type DragEvent, type ReactNode, useRef, useState } from 'react';

interface FileInputOptions {
  accept?: string;
  multiple?: boolean;
  label?: string;
}

/** A hidden file input, which the caller renders, and what a button needs to open it and to take dropped files. */
export function useFileInput(onFiles: (files: File[]) => void, { accept, multiple, label }: FileInputOptions = {}) {
  const element = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(files);
  }

  const input: ReactNode = (
    <input
      ref={element}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        take(target.files);
        target.value = '';
      }}
    />
  );
  const dropping = {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { element, input, dropping, open: () => element.current?.click() };
}
