import { type MouseEvent, useId } from 'react';
import type { LibraryPicture } from '#api/library-picture.ts';
import type { Focus } from '#api/picture.ts';

interface FocusFieldProps {
  picture: LibraryPicture;
  focus: Focus | null;
  onChange: (focus: Focus | null) => void;
}

const middle = { x: 0.5, y: 0.5 };

/** Sets the point of a picture that cropped cards must show, by a click or two sliders. */
export function FocusField({ picture, focus, onChange }: FocusFieldProps) {
  const id = useId();
  const { x, y } = focus ?? middle;

  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    const share = (at: number, from: number, size: number) =>
      Math.min(1, Math.max(0, Math.round(((at - from) / size) * 100) / 100));
    onChange({ x: share(clientX, box.left, box.width), y: share(clientY, box.top, box.height) });
  }

  return (
    <fieldset className="focus-field">
      <legend className="label">Focus</legend>
      <div className="focus-table">
        {/* biome-ignore lint/a11y: the sliders below do the same by keyboard */}
        <div className="focus-picture" onClick={point}>
          <img src={picture.image} alt={picture.alt} width={picture.width} height={picture.height} />
          <span className="focus-point" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
        </div>
      </div>
      <div className="focus-sliders">
        {(['x', 'y'] as const).map((side) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {side === 'x' ? 'From left' : 'From top'}
            <input
              type="range"
              id={`${id}-${side}`}
              min={0}
              max={100}
              step={5}
              value={Math.round((focus ?? middle)[side] * 100)}
              onChange={({ target }) => onChange({ ...(focus ?? middle), [side]: Number(target.value) / 100 })}
            />
          </label>
        ))}
        {focus && (
          <button type="button" className="button button-text button-small" onClick={() => onChange(null)}>
            Middle
          </button>
        )}
      </div>
      <p className="note">Touch what must be seen where cards crop the picture.</p>
    </fieldset>
  );
}
