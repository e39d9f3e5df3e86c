import type { EmblaCarouselType } from 'embla-carousel';
import useEmblaCarousel from 'embla-carousel-react';
import {
  type FocusEvent,
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

const delay = 2000;

/**
 * With Embla's default friction no slide settles before 400 ms. These values take 300 ms without overshoot (measured).
 */
const slide = { friction: 0.46, attraction: 4.5 };

type Carousel = ReturnType<typeof useCarousel>;

/**
 * A carousel that plays automatically and pauses on hover and focus. After a touch, a key or a manual scroll it stops
 * until the user presses play.
 */
export function useCarousel(labelledBy: string) {
  const [viewRef, embla] = useEmblaCarousel({ loop: true, align: 'start' });
  const [playing, setPlaying] = useState(true);
  const [reducedMotion, setReducedMotion] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [selected, setSelected] = useState(0);
  const [visibleCount, setVisibleCount] = useState<number | null>(null);
  /** A move requested before Embla is initialised. */
  const early = useRef<Move | null>(null);
  const isVisible = useIsVisible(embla?.rootNode() ?? null);

  useEffect(() => {
    if (!embla) return;
    const measure = () => setVisibleCount(slidesAtOnce(embla.rootNode(), embla.slideNodes()[0]));
    const select = () => setSelected(embla.selectedScrollSnap());
    embla.on('reInit', measure).on('select', select);
    measure();
    const scrolled = takeScrolledIndex(embla.rootNode(), embla.slideNodes()[0]);
    embla.scrollTo(scrolled, true);
    if (scrolled > 0) setPlaying(false);
    if (early.current) move(embla, early.current);
  }, [embla]);

  // With data saver on, autoplay would load pictures that nobody asked for.
  useEffect(() => {
    if (savesData()) setPlaying(false);
  }, []);

  // With reduced motion the carousel starts paused and jumps instead of sliding.
  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => {
      setReducedMotion(motion.matches);
      if (motion.matches) setPlaying(false);
    };
    follow();
    motion.addEventListener('change', follow);
    return () => motion.removeEventListener('change', follow);
  }, []);

  const count = embla?.slideNodes().length ?? 0;
  const moves = visibleCount === null || count > visibleCount;
  const running = playing && moves && isVisible && !hovered && !focused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new slide gets its full time.
  useEffect(() => {
    if (!embla || !running) return;
    const timer = setTimeout(() => move(embla, (to) => to.scrollNext(reducedMotion)), delay);
    return () => clearTimeout(timer);
  }, [embla, running, reducedMotion, selected]);

  const toggle = useCallback(() => {
    setPlaying((now) => !now);
    // Play must start, although the pointer is still on the button.
    setHovered(false);
    setFocused(false);
  }, []);

  /** The play button controls playing itself. */
  const stopPlaying = (event: SyntheticEvent) => {
    if (!(event.target as Element).closest('[data-plays]')) setPlaying(false);
  };

  const go = (start: Move) => {
    if (embla) move(embla, start);
    else early.current = start;
  };

  return {
    selected,
    playing,
    moves,
    toggle,
    previous: () => go((to) => to.scrollPrev(reducedMotion)),
    next: () => go((to) => to.scrollNext(reducedMotion)),
    goTo: (index: number) => go((to) => to.scrollTo(index, reducedMotion)),
    live: running ? ('off' as const) : ('polite' as const),
    rootProps: {
      // The section around it is the landmark.
      role: 'group',
      'aria-roledescription': sharedStrings.carousel,
      'aria-labelledby': labelledBy,
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && stopPlaying(event),
      onKeyDown: stopPlaying,
      onWheel: (event: WheelEvent) => event.deltaX !== 0 && stopPlaying(event),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
    viewProps: {
      ref: viewRef,
      className: 'carousel-view',
      'data-live': visibleCount === null ? undefined : true,
      // Until Embla is initialised it scrolls natively, which needs a tab stop.
      ...(visibleCount === null && { tabIndex: 0, role: 'group', 'aria-label': sharedStrings.row }),
    },
    /** Slides outside the viewport are hidden from screen readers and the tab order. */
    slideProps: (index: number, total: number) => {
      const isAway =
        visibleCount !== null && moves && (index - selected + total) % total >= visibleCount ? true : undefined;
      return {
        className: 'carousel-slide',
        role: 'group',
        'aria-roledescription': sharedStrings.slide,
        'aria-label': sharedStrings.position(index + 1, total),
        'aria-hidden': isAway,
        inert: isAway,
      };
    },
  };
}

type Move = (embla: EmblaCarouselType) => void;

function move(embla: EmblaCarouselType, start: Move): void {
  start(embla);
  const { scrollBody } = embla.internalEngine();
  // A jump has no duration, and must not get one.
  // biome-ignore lint/correctness/useHookAtTopLevel: Embla's own names, no hooks of React.
  if (scrollBody.duration()) scrollBody.useFriction(slide.friction).useDuration(slide.attraction);
}

function slidesAtOnce(view: HTMLElement, slide: HTMLElement | undefined): number {
  return slide ? Math.max(1, Math.round(view.clientWidth / slide.offsetWidth)) : 1;
}

/** Keeps the position that the user scrolled to before hydration. */
function takeScrolledIndex(view: HTMLElement, slide: HTMLElement | undefined): number {
  const index = slide ? Math.round(view.scrollLeft / slide.offsetWidth) : 0;
  view.scrollLeft = 0;
  return index;
}

function useIsVisible(element: HTMLElement | null): boolean {
  const [inWindow, setInWindow] = useState(false);
  const [inFront, setInFront] = useState(true);

  useEffect(() => {
    if (!element) return;
    const watch = new IntersectionObserver((entries) => setInWindow(entries.some((entry) => entry.isIntersecting)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);

  useEffect(() => {
    const follow = () => setInFront(!document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);

  return inWindow && inFront;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

interface CarouselControlsProps {
  /** Without functions an island listens to the buttons. */
  carousel: Pick<Carousel, 'moves'> & Partial<Carousel>;
  controls: string;
  /** What the row shows, as there are several on a page. */
  row: string;
  /** On a dark background. */
  light?: boolean;
}

export function CarouselControls({ carousel, controls, row, light = false }: CarouselControlsProps) {
  const className = `button button-square ${light ? 'button-quiet-on-dark' : 'button-quiet'}`;
  const { playing, moves, previous, toggle, next } = carousel;
  return (
    <div className={`carousel-controls with-js ${moves ? '' : 'carousel-still'}`}>
      <button
        type="button"
        className={className}
        aria-label={sharedStrings.previous(row)}
        aria-controls={controls}
        onClick={previous}
      >
        <Icon name="left" />
      </button>
      {toggle && (
        <button
          type="button"
          className={className}
          aria-label={playing ? sharedStrings.pause(row) : sharedStrings.play(row)}
          data-plays
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      )}
      <button
        type="button"
        className={className}
        aria-label={sharedStrings.next(row)}
        aria-controls={controls}
        onClick={next}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
