import type { Locator, Page } from 'playwright-core';
import { soon, wake } from './page.ts';

/** A carousel as a reader sees it: by where its slides are. */
export class Carousel {
  readonly page: Page;
  readonly island: Locator;
  readonly row: Locator;
  readonly previous: Locator;
  /** Says what pressing it does: `থামান` while the row moves by itself. */
  readonly pause: Locator;
  readonly next: Locator;

  private constructor(page: Page, island: Locator) {
    this.page = page;
    this.island = island;
    this.row = island.locator('.carousel-track');
    const buttons = island.locator('.carousel-controls button');
    this.previous = buttons.nth(0);
    this.pause = buttons.nth(1);
    this.next = buttons.nth(2);
  }

  static async of(page: Page, kind: 'client' | 'testimonial'): Promise<Carousel> {
    const carousel = new Carousel(page, await wake(page, `${kind}-carousel`));
    // The row is measured one frame after the island came.
    await carousel.island.locator('.carousel-view[data-live]').waitFor();
    return carousel;
  }

  /** The indexes of the slides inside the window of the row, from left to right. */
  shown(): Promise<number[]> {
    return this.island.evaluate((island) => {
      const view = island.querySelector('.carousel-view')?.getBoundingClientRect() ?? new DOMRect();
      const inside = [...island.querySelectorAll('.carousel-slide')].map((slide, index) => ({
        index,
        box: slide.getBoundingClientRect(),
      }));
      return inside
        .filter(({ box }) => box.left + box.width / 2 > view.left && box.left + box.width / 2 < view.right)
        .sort((a, b) => a.box.left - b.box.left)
        .map(({ index }) => index);
    });
  }

  /** The indexes of the slides that a screen reader is told of. */
  told(): Promise<number[]> {
    return this.island
      .locator('.carousel-slide')
      .evaluateAll((all) => all.flatMap((slide, index) => (slide.ariaHidden === 'true' ? [] : [index])));
  }

  /** Where the row stands, in pixels. */
  position(): Promise<number> {
    return this.row.evaluate((row) => new DOMMatrix(getComputedStyle(row).transform).m41);
  }

  /** Waits until the row stands where it stood some frames before. */
  async comesToRest(): Promise<void> {
    await this.row.evaluate(async (row) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let still = 0, before = ''; still < 5; ) {
        await frame();
        const { transform } = getComputedStyle(row);
        still = transform === before ? still + 1 : 0;
        before = transform;
      }
    });
  }

  /** Whether it moves on by itself, as a screen reader is told. */
  runs(): Promise<boolean> {
    return this.row.evaluate((row) => row.ariaLive === 'off');
  }

  /** Lets the page's clock run. React answers between the steps, as it does beside a real clock. */
  async pass(milliseconds: number, step = 100): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) await this.page.clock.runFor(step);
  }

  async leaveAlone(): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await soon(() => this.runs()).toBe(true);
  }
}
