import { pages } from '#paths.ts';
import { MissingPicture } from '#ui/site/alpona.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import type { FeatureScreen, TourScreen } from './data.server.ts';

export const tourId = 'feature-tour';

export function ScreenTour({ screens }: { screens: TourScreen[] }) {
  if (screens.length === 0) return null;
  return (
    <ul id={tourId} className="screen-row" aria-label="সফটওয়্যারের পর্দা, পাশে টেনে দেখুন">
      {screens.map((screen) => (
        <li key={screen.id}>
          <a href={pages.featureDetails(screen.feature.id)}>
            <ScreenFrame screen={screen} onPhone="(min-width: 760px) 210px, 200px" />
            <b>{screen.feature.title}</b>
            <span>{screen.caption}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function FeatureScreens({ screens }: { screens: FeatureScreen[] }) {
  if (screens.length === 0) return null;
  return (
    <ul className="screen-row feature-screens" aria-label="পর্দায় যেমন দেখায়">
      {screens.map((screen) => (
        <li key={screen.id}>
          <figure>
            <ScreenFrame screen={screen} onPhone="(min-width: 760px) 240px, 208px" />
            <figcaption>{screen.caption}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** `onPhone` are the sizes of an upright picture. */
function ScreenFrame({ screen, onPhone }: { screen: FeatureScreen; onPhone: string }) {
  const device = screen.device === 'phone' ? 'phone' : 'desk';
  return (
    <span className="screen-stage center">
      {screen.picture ? (
        <span className={`screen screen-${device}`}>
          <PictureImage
            picture={screen.picture}
            alt=""
            sizes={device === 'phone' ? onPhone : '(min-width: 760px) 620px, 80vw'}
          />
        </span>
      ) : (
        <MissingPicture />
      )}
    </span>
  );
}
