export interface Progress {
  begin: (what: string, total?: number) => void;
  add: (count?: number) => void;
  end: () => void;
}

/** Reports progress on standard error: one changing line on a terminal, else a line every 10 seconds. */
export function createProgress(write: (text: string) => void, terminal: boolean): Progress {
  let [what, of, done, reportedAt] = ['', '', 0, 0];
  const report = () => {
    reportedAt = performance.now();
    const line = `${what} …${done > 0 ? ` ${done}${of}` : ''}`;
    write(terminal ? `\r\x1b[K${line}` : `${line}\n`);
  };
  return {
    begin: (next, total) => {
      [what, of, done] = [next, total === undefined ? '' : ` of ${total}`, 0];
      report();
    },
    add: (count = 1) => {
      done += count;
      if (performance.now() - reportedAt > (terminal ? 100 : 10_000)) report();
    },
    end: () => {
      if (terminal && what) write('\r\x1b[K');
    },
  };
}
