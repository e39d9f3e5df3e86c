import { Link2, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PreviewLink } from '#api/records.ts';
import { versionPaths } from '#paths.ts';
import { api, messageOf } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { notifyError } from '#ui/admin/notify.tsx';
import type { FormValues } from '#ui/form/call-form.tsx';

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
  const { url, refused } = usePreview(path, id);
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const [shared, setShared] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const scale = Math.min(1, useWidth(box) / widths[width]);

  async function share() {
    if (id === null) return;
    try {
      const link = await api.post<PreviewLink>(versionPaths.share(path, id), undefined, { has: 'url' });
      setShared(new URL(link.url + part, location.origin).href);
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <Card
      id="preview"
      title="Preview"
      className="preview"
      head={
        <div className="card-tools">
          {devices.map(({ device, label, Icon }) => (
            <button
              key={device}
              type="button"
              className="icon-button"
              aria-label={label}
              aria-pressed={width === device}
              onClick={() => setWidth(device)}
            >
              <Icon />
            </button>
          ))}
          {id !== null && (
            <button type="button" className="button button-quiet button-small" onClick={() => void share()}>
              <Link2 />
              Link for a colleague
            </button>
          )}
        </div>
      }
    >
      <div className="card-body">
        {refused && (
          <p className="notice notice-bad" role="status">
            {refused}
          </p>
        )}
        {shared && <SharedLink url={shared} dirty={dirty} />}
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
    </Card>
  );
}

const devices = [
  { device: 'phone', label: 'As on a phone', Icon: Smartphone },
  { device: 'desk', label: 'As on a desk', Icon: Monitor },
] as const;

function SharedLink({ url, dirty }: { url: string; dirty: boolean }) {
  return (
    <>
      <label className="field preview-link">
        <span className="label">Link for a colleague: it shows what was saved last, and ends after a day</span>
        <input className="control" readOnly value={url} ref={select} onFocus={(event) => event.target.select()} />
      </label>
      {dirty && <p className="note">What you typed since is not in it yet: save a draft.</p>}
    </>
  );
}

/** Outside of the component, so that it runs once: in Chromium selecting takes the focus from the field being typed in. */
const select = (input: HTMLInputElement | null) => input?.select();

/** The address of the page with the form's values, drawn anew after each change, or why it can't be drawn. */
function usePreview(path: string, id: number | null) {
  const { control } = useFormContext<FormValues>();
  const values = useWatch({ control });
  const [url, setUrl] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const drawn = useRef(false);

  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(draw, drawn.current ? pause : 0);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };

    async function draw() {
      drawn.current = true;
      try {
        const link = await api.post<PreviewLink>(versionPaths.preview(path, id), values, {
          signal: leaving.signal,
          has: 'url',
        });
        setUrl(link.url);
        setRefused(null);
      } catch (error) {
        if (!leaving.signal.aborted) setRefused(messageOf(error));
      }
    }
  }, [values, path, id]);

  return { url, refused };
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
