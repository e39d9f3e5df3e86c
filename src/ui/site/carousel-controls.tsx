import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';
import type { Carousel } from './use-carousel.ts';

interface CarouselControlsProps {
  /** Without functions an island listens to the buttons. */
  carousel: Pick<Carousel, 'moves'> & Partial<Carousel>;
  controls: string;
  /** On a dark background. */
  light?: boolean;
}

export function CarouselControls({ carousel, controls, light = false }: CarouselControlsProps) {
  const className = `button button-square ${light ? 'button-quiet-on-dark' : 'button-quiet'}`;
  const { playing, moves, previous, toggle, next } = carousel;
  return (
    <div className={`carousel-controls with-js ${moves ? '' : 'carousel-still'}`}>
      <button
        type="button"
        className={className}
        aria-label={sharedStrings.previous}
        aria-controls={controls}
        onClick={previous}
      >
        <Icon name="left" />
      </button>
      {toggle && (
        <button
          type="button"
          className={className}
          aria-label={playing ? sharedStrings.pause : sharedStrings.play}
          data-plays
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      )}
      <button
        type="button"
        className={className}
        aria-label={sharedStrings.next}
        aria-controls={controls}
        onClick={next}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
