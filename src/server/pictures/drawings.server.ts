import sharp, { type AvifOptions, type OutputInfo, type Sharp } from 'sharp';

export const avifOptions: AvifOptions = { quality: 50, effort: 4, chromaSubsampling: '4:2:0' };

/** The width at which both ways are compared, in pixels. */
const comparedWidth = 320;

/** Logos and icons have fewer; comparing larger pictures would hold up those behind them. */
const mostPixels = 2 ** 20;

/** Pixels whose colours are counted, and the share of them that sixteen rough colours of a drawing fill. */
const rough = { pixels: 2 ** 14, share: 0.6 };

/** How far sixteen colours may be from a picture: a pixel's worst channel on average, and the share that is clearly off. */
const limits = { average: 2.5, clearly: 24, share: 0.02 };

const palette = { palette: true, colours: 16, quality: 40, dither: 0, compressionLevel: 1 };
const webp = { lossless: true, effort: 6 };

/** A picture in at most sixteen colours, without further loss. Two colours with soft edges need about nine. */
export async function fewColours(picture: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  return sharp(await picture.png(palette).toBuffer())
    .webp(webp)
    .toBuffer({ resolveWithObject: true });
}

/**
 * Whether sixteen colours show a picture as it is, and take less than AVIF does: a logo, an icon, a diagram. Whoever
 * saves a record waits for this, so what only a drawing needs is made of nothing else.
 */
export async function isDrawing({ data, info }: { data: Buffer; info: OutputInfo }): Promise<boolean> {
  if (info.width * info.height > mostPixels || hasManyColours(data, info.channels)) return false;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const small = await sharp(data, { raw })
    .resize({ width: comparedWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = () => sharp(small.data, { raw: small.info });
  const few = await picture().png(palette).toBuffer();
  if (!isNear(await fourChannels(picture()), await fourChannels(sharp(few)))) return false;
  // At the least effort AVIF takes about a tenth more; a start with sample content would wait seconds for the best.
  const [drawing, avif] = await Promise.all([
    sharp(few).webp(webp).toBuffer(),
    picture()
      .avif({ ...avifOptions, effort: 0 })
      .toBuffer(),
  ]);
  return drawing.length < avif.length * 0.9;
}

/** Most photographs show by their colours, in steps of eight, that they are none: long before sixteen are chosen. */
function hasManyColours(data: Buffer, channels: number): boolean {
  const step = channels * Math.ceil(data.length / channels / rough.pixels);
  const counts = new Map<number, number>();
  let counted = 0;
  for (let at = 0; at + channels <= data.length; at += step, counted++) {
    const red = data[at] ?? 0;
    const [green, blue] = channels > 2 ? [data[at + 1] ?? 0, data[at + 2] ?? 0] : [red, red];
    const colour = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, 16);
  return most.reduce((sum, count) => sum + count, 0) < counted * rough.share;
}

function fourChannels(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

function isNear(picture: Buffer, drawing: Buffer): boolean {
  let sum = 0;
  let off = 0;
  for (let at = 0; at < picture.length; at += 4) {
    const distance = worstChannel(picture, drawing, at);
    sum += distance;
    if (distance > limits.clearly) off++;
  }
  const pixels = picture.length / 4;
  return sum / pixels < limits.average && off / pixels < limits.share;
}

/** Colours count as much as they are seen. */
function worstChannel(picture: Buffer, drawing: Buffer, at: number): number {
  const [alpha, drawnAlpha] = [picture[at + 3] ?? 0, drawing[at + 3] ?? 0];
  let worst = Math.abs(alpha - drawnAlpha);
  for (let channel = at; channel < at + 3; channel++) {
    const distance = Math.abs((picture[channel] ?? 0) * alpha - (drawing[channel] ?? 0) * drawnAlpha) / 255;
    worst = Math.max(worst, distance);
  }
  return worst;
}
