// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Carousel } from './helpers/carousel.ts';
import { hold } from './helpers/hold.ts';
import { laidOut, soon } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();

const kinds = ['client', 'testimonial'] as const;

/** The clock of the page stands still until the test lets it run. */
async function openStill(kind: (typeof kinds)[number], width = 1440): Promise<Carousel> {
  const page = await site.visit('/', { width, before: (page) => page.clock.install() });
  const carousel = await Carousel.of(page, kind);
  await carousel.leaveAlone();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  // What was under way comes to rest, and sections above take their height.
  await carousel.pass(1_000);
  await carousel.row.scrollIntoViewIfNeeded();
  await soon(async () => {
    await carousel.pass(100);
    return carousel.runs();
  }).toBe(true);
  return carousel;
}

/** When each of the next slides began, in milliseconds of the page's clock. */
async function startsOf(carousel: Carousel, count: number): Promise<number[]> {
  const starts: number[] = [];
  let before = await carousel.told();
  for (let time = 0; starts.length < count && time < 10_000; time += 100) {
    await carousel.pass(100);
    const now = await carousel.told();
    if (now[0] !== before[0] || now.at(-1) !== before.at(-1)) starts.push(time);
    before = now;
  }
  return starts;
}

async function expectStill(carousel: Carousel): Promise<void> {
  const before = await carousel.position();
  await carousel.pass(4_500, 500);
  expect(await carousel.position()).toBe(before);
}

async function expectMoves(carousel: Carousel): Promise<void> {
  const before = await carousel.position();
  await soon(async () => {
    await carousel.pass(500);
    return carousel.position();
  }).not.toBe(before);
}

test('a tap on an arrow before the code came is not lost', async () => {
  const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
  const code = await hold(page, /\/assets\/client-carousel\.island/);
  await laidOut(page);
  await page.locator('[data-island="client-carousel"] .carousel-controls button').last().tap();
  await soon(code.count).toBe(1);
  code.release();
  const carousel = await Carousel.of(page, 'client');
  await soon(async () => (await carousel.told())[0]).toBe(1);
});

test.each([
  { width: 300, client: 2, testimonial: 1 },
  { width: 400, client: 2, testimonial: 1 },
  { width: 600, client: 3, testimonial: 1 },
  { width: 700, client: 3, testimonial: 1 },
  { width: 1024, client: 8, testimonial: 2 },
])(
  'at $width px there are $client clients and $testimonial testimonials side by side',
  async ({ width, ...expected }) => {
    const page = await site.visit('/', { width, reducedMotion: 'reduce' });
    for (const kind of kinds) {
      const carousel = await Carousel.of(page, kind);
      expect(await carousel.shown(), kind).toEqual(Array.from({ length: expected[kind] }, (_, index) => index));
      expect(await carousel.told(), kind).toEqual(await carousel.shown());
    }
  },
);

test.each(kinds)('the %s carousel moves on by one every 2000 ms, and a slide takes about 300 ms', async (kind) => {
  const carousel = await openStill(kind);
  const before = await carousel.shown();
  const [first = 0, second = 0, third = 0] = await startsOf(carousel, 3);
  for (const pause of [second - first, third - second]) expect(pause).toBeGreaterThanOrEqual(1_900);
  for (const pause of [second - first, third - second]) expect(pause).toBeLessThanOrEqual(2_200);

  const positions: number[] = [];
  for (let time = 0; time < 1_000; time += 20) {
    positions.push(await carousel.position());
    await carousel.pass(20, 20);
  }
  const rest = positions.at(-1) ?? 0;
  const duration = positions.findIndex((position) => Math.abs(position - rest) < 2) * 20;
  expect(duration).toBeGreaterThan(150);
  expect(duration).toBeLessThan(450);
  expect((await carousel.shown())[0]).toBe((before[0] ?? 0) + 3);
  expect([...(await carousel.told())].sort()).toEqual([...(await carousel.shown())].sort());
});

describe('Either carousel, as the one of clients', () => {
  test('goes forth and back by its buttons, round its ends, also by keyboard', async () => {
    const page = await site.visit('/', { reducedMotion: 'reduce' });
    const carousel = await Carousel.of(page, 'client');
    const last = (await carousel.island.locator('.carousel-slide').count()) - 1;
    await carousel.next.click();
    await soon(async () => (await carousel.shown())[0]).toBe(1);
    await carousel.next.focus();
    await page.keyboard.press('Enter');
    await soon(async () => (await carousel.shown())[0]).toBe(2);
    await carousel.previous.focus();
    for (const expected of [1, 0, last]) {
      await page.keyboard.press('Space');
      await soon(async () => (await carousel.shown())[0]).toBe(expected);
    }
    await soon(async () => (await carousel.told()).includes(last)).toBe(true);
    expect([...(await carousel.told())].sort()).toEqual([...(await carousel.shown())].sort());
  });

  test('stops while it is pointed at or has the focus', async () => {
    const carousel = await openStill('client');
    await carousel.row.hover();
    await soon(() => carousel.runs()).toBe(false);
    await expectStill(carousel);
    await carousel.leaveAlone();
    await expectMoves(carousel);
    await carousel.next.focus();
    await soon(() => carousel.runs()).toBe(false);
    await carousel.pass(1_000, 500);
    await expectStill(carousel);
    await carousel.leaveAlone();
    await expectMoves(carousel);
  });

  test('stops out of the window and in a hidden tab', async () => {
    const carousel = await openStill('client');
    const { page } = carousel;
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await soon(() => carousel.runs()).toBe(false);
    await expectStill(carousel);
    await carousel.row.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await soon(() => carousel.runs()).toBe(true);
    await setHidden(page, true);
    await soon(() => carousel.runs()).toBe(false);
    await expectStill(carousel);
    await setHidden(page, false);
    await soon(() => carousel.runs()).toBe(true);
    await expectMoves(carousel);
  });

  test('stays where it is after a key in it or its pause button, until play is pressed', async () => {
    const carousel = await openStill('client');
    await carousel.next.focus();
    await carousel.page.keyboard.press('Enter');
    await carousel.next.blur();
    await soon(() => carousel.pause.getAttribute('aria-label')).toMatch(/: চালান$/);
    await carousel.pass(1_000);
    await expectStill(carousel);
    await carousel.pause.focus();
    await carousel.page.keyboard.press('Enter');
    expect(await carousel.pause.getAttribute('aria-label')).toMatch(/: থামান$/);
    await expectMoves(carousel);
    await carousel.page.keyboard.press('Enter');
    await carousel.pause.blur();
    await carousel.pass(1_000);
    await expectStill(carousel);
  });

  test('follows a finger, and stays where it left it', async () => {
    const carousel = await openStill('client', phone);
    const before = await carousel.shown();
    await swipe(carousel);
    await soon(() => carousel.pause.getAttribute('aria-label')).toMatch(/: চালান$/);
    await carousel.pass(2_000);
    expect(await carousel.shown()).not.toEqual(before);
    await expectStill(carousel);
    await carousel.pause.tap();
    await expectMoves(carousel);
  });

  test('with less motion it stands, and jumps when it is asked to', async () => {
    const page = await site.visit('/', { reducedMotion: 'reduce', before: (page) => page.clock.install() });
    const carousel = await Carousel.of(page, 'client');
    await soon(() => carousel.pause.getAttribute('aria-label')).toMatch(/: চালান$/);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await expectStill(carousel);
    await carousel.next.click();
    await carousel.pass(60, 20);
    const jumped = await carousel.position();
    expect((await carousel.shown())[0]).toBe(1);
    await carousel.pass(1_000);
    expect(await carousel.position()).toBe(jumped);
  });
});

test('a dot leads to its testimonial, and the dot of the present one is marked', async () => {
  const page = await site.visit('/', { reducedMotion: 'reduce' });
  const carousel = await Carousel.of(page, 'testimonial');
  const dot = (name: string) => carousel.island.getByRole('button', { name, exact: true });
  expect(await dot('মতামত ১').getAttribute('aria-current')).toBe('true');
  await dot('মতামত ৫').click();
  await soon(() => carousel.shown()).toEqual([4, 5]);
  expect(await dot('মতামত ৫').getAttribute('aria-current')).toBe('true');
  expect(await dot('মতামত ১').getAttribute('aria-current')).toBe('false');
});

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** A finger to the left. */
async function swipe({ page, island, row }: Carousel): Promise<void> {
  // What came above it meanwhile may have pushed it away.
  await row.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await island.locator('.carousel-view').boundingBox();
  if (!box) throw new Error('The row has no box');
  // A tall row reaches under the header, so the finger is put where it can be seen.
  const middle = { x: box.x + box.width / 2, y: Math.max(box.y, 0) + 150 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: middle.x - moved, y: middle.y }],
    });
  await touch('touchStart');
  for (let step = 1; step <= 5; step++) await touch('touchMove', step * 40);
  await touch('touchEnd');
}
