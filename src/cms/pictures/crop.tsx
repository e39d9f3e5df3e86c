import 'react-image-crop/dist/ReactCrop.css';
import './pictures.css';
import { useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import type { LibraryPicture } from '#api/library-picture.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { DialogButtons } from '#ui/admin/dialog/modal.tsx';
import { notifyError } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';

/** 16:10 is the ratio of news cards. */
const shapes = [
  { label: '16:10', aspect: 16 / 10 },
  { label: 'Square', aspect: 1 },
  { label: 'Free', aspect: undefined },
];

interface CropProps {
  picture: LibraryPicture;
  /** The crop is a new picture. */
  onCropped: (part: LibraryPicture) => void;
  onCancel: () => void;
}

/** Crops a picture by mouse, touch or arrow keys. The original stays. */
export function Crop({ picture, onCropped, onCancel }: CropProps) {
  const [aspect, setAspect] = useState<number | undefined>(shapes[0]?.aspect);
  const [part, setPart] = useState<PercentCrop>(() => largest(picture, aspect));
  const [busy, setBusy] = useState(false);

  function shape(next: number | undefined) {
    setAspect(next);
    setPart(largest(picture, next));
  }

  async function crop() {
    if (busy || !part.width || !part.height) return;
    setBusy(true);
    try {
      const share = (percent: number) => Math.min(1, Math.max(0, percent / 100));
      const body = { x: share(part.x), y: share(part.y), width: share(part.width), height: share(part.height) };
      const address = adminCalls.cropPicture.replace(':id', String(picture.id));
      onCropped((await api.post<Written<LibraryPicture>>(address, body)).data);
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  }

  return (
    <>
      <fieldset className="crop-shapes" aria-label="Shape">
        {shapes.map(({ label, aspect: each }) => (
          <button
            key={label}
            type="button"
            className="button button-quiet button-small"
            aria-pressed={each === aspect}
            onClick={() => shape(each)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="crop-table">
        <ReactCrop
          crop={part}
          {...(aspect && { aspect })}
          keepSelection
          ruleOfThirds
          onChange={(_pixels, next) => setPart(next)}
        >
          <img src={picture.image} alt="" width={picture.width} height={picture.height} />
        </ReactCrop>
      </div>
      <DialogButtons onCancel={onCancel}>
        <button type="button" className="button button-primary" aria-busy={busy} onClick={crop}>
          {busy && <Spinner />}
          Crop
        </button>
      </DialogButtons>
    </>
  );
}

/** The largest centred crop with this ratio; a free crop is slightly smaller, so that its corners are visible. */
function largest({ width, height }: LibraryPicture, aspect: number | undefined): PercentCrop {
  if (!aspect) return { unit: '%', x: 5, y: 5, width: 90, height: 90 };
  return centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height);
}
