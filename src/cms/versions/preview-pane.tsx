import { Link2, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PreviewLink } from '#api/versions.ts';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import type { FormValues } from '#ui/form/values.ts';

/** Viewport widths of the preview, in pixels. */
const widths = { phone: 390, desk: 1280 } as const;

/** Debounce of the preview, in milliseconds. */
const pause = 800;

interface PreviewPaneProps {
  path: string;
  id: number | null;
  dirty: boolean;
  /** The hash of the record on its page. */
  part?: string;
}

export default function PreviewPane({ path, id, dirty, part = '' }: PreviewPaneProps) {
  const { control } = useFormContext<FormValues>();
  const values = useWatch({ control });
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const [url, setUrl] = useState<string | null>(null);
  const [shared, setShared] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const drawn = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);

  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(draw, drawn.current ? pause : 0);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };

    async function draw(): Promise<void> {
      drawn.current = true;
      try {
        const link = await api.post<PreviewLink>(versionPaths.preview(path, id), values, { signal: leaving.signal });
        setUrl(link.url);
        setRefused(null);
      } catch (error) {
        if (!leaving.signal.aborted) setRefused(messageOf(error));
      }
    }
  }, [values, path, id]);

  async function share(): Promise<void> {
    if (id === null) return;
    try {
      const link = await api.post<PreviewLink>(versionPaths.share(path, id));
      setShared(new URL(link.url + part, location.origin).href);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  const scale = Math.min(1, room / widths[width]);
  return (
    <section className="card preview" aria-labelledby="preview-title">
      <div className="card-head">
        <h2 id="preview-title">Preview</h2>
        <div className="card-tools">
          {(['phone', 'desk'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="icon-button"
              aria-label={each === 'phone' ? 'As on a phone' : 'As on a desk'}
              aria-pressed={width === each}
              onClick={() => setWidth(each)}
            >
              {each === 'phone' ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
            </button>
          ))}
          {id !== null && (
            <button type="button" className="button button-quiet button-small" onClick={() => void share()}>
              <Link2 aria-hidden="true" />
              Link for a colleague
            </button>
          )}
        </div>
      </div>
      <div className="card-body">
        {refused && (
          <p className="notice notice-bad" role="status">
            {refused}
          </p>
        )}
        {shared && (
          <label className="field preview-link">
            <span className="label">Link for a colleague: it shows what was saved last, and ends after a day</span>
            <input
              className="control"
              readOnly
              value={shared}
              ref={(input) => input?.select()}
              onFocus={(event) => event.target.select()}
            />
          </label>
        )}
        {shared && dirty && <p className="note">What you typed since is not in it yet: save a draft.</p>}
        <div className="preview-room" ref={box}>
          {url && (
            <iframe
              title="The page as visitors will see it"
              src={url + part}
              sandbox="allow-same-origin"
              referrerPolicy="no-referrer"
              style={{ width: widths[width], transform: `scale(${scale})`, height: `${100 / scale}%` }}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState<number>(widths.phone);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
