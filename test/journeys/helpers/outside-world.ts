import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';

/** The internet as journeys know it: YouTube's pictures and player, answered here. Nothing else may be asked for. */
export class OutsideWorld {
  /** Every address of another host that the page asked for. */
  readonly asked: string[] = [];
  #poster: Buffer | null = null;

  async surround(context: BrowserContext): Promise<void> {
    await context.route(/^https:/, async (route) => {
      const url = route.request().url();
      this.asked.push(url);
      if (url.startsWith('https://i.ytimg.com/'))
        return route.fulfill({ contentType: 'image/png', body: await this.poster() });
      if (url.startsWith('https://www.youtube-nocookie.com/'))
        return route.fulfill({ contentType: 'text/html', body: player });
      return route.abort();
    });
  }

  private async poster(): Promise<Buffer> {
    this.#poster ??= await sharp({ create: { width: 480, height: 360, channels: 3, background: '#445' } })
      .png()
      .toBuffer();
    return this.#poster;
  }
}

const player = '<!doctype html><title>Player</title><button>Play</button>';
