import sharp, { type AvifOptions, type OutputInfo, type Sharp } from 'sharp';

export const avifOptions: AvifOptions = { quality: 50, effort: 4, chromaSubsampling: '4:2:0' };

/** Width in pixels for the comparison. */
const comparedWidth = 320;

/** Logos and icons are smaller; comparing larger pictures would delay other jobs. */
const mostPixels = 2 ** 20;

/** Number of pixels sampled, and the minimum share of the 16 most frequent colours. */
const rough = { pixels: 2 ** 14, share: 0.6 };

/** Maximum error of a 16-colour palette: average of the worst channel, share of pixels clearly off. */
const limits = { average: 2.5, clearly: 24, share: 0.02 };

const palette = { palette: true, colours: 16, quality: 40, dither: 0, compressionLevel: 1 };
const webp = { lossless: true, effort: 6 };

/** At most 16 colours in lossless WebP. Two colours with antialiased edges need about nine. */
export async function fewColours(picture: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  return sharp(await picture.png(palette).toBuffer())
    .webp(webp)
    .toBuffer({ resolveWithObject: true });
}

/** Close to the original in 16 colours and smaller than AVIF, as logos are. Users wait, so cheap checks go first. */
export async function isDrawnPicture({ data, info }: { data: Buffer; info: OutputInfo }): Promise<boolean> {
  if (info.width * info.height > mostPixels || hasManyColours(data, info.channels)) return false;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const small = await sharp(data, { raw })
    .resize({ width: comparedWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = () => sharp(small.data, { raw: small.info });
  const few = await picture().png(palette).toBuffer();
  if (!isNear(await fourChannels(picture()), await fourChannels(sharp(few)))) return false;
  // At effort 0 AVIF is about a tenth larger, but higher efforts would delay a start with sample content by seconds.
  const [drawing, avif] = await Promise.all([
    sharp(few).webp(webp).toBuffer(),
    picture()
      .avif({ ...avifOptions, effort: 0 })
      .toBuffer(),
  ]);
  return drawing.length < avif.length * 0.9;
}

/** Most photographs are ruled out by counting colours in steps of eight, which is cheaper than a palette. */
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

function worstChannel(picture: Buffer, drawing: Buffer, at: number): number {
  const [alpha, drawnAlpha] = [picture[at + 3] ?? 0, drawing[at + 3] ?? 0];
  let worst = Math.abs(alpha - drawnAlpha);
  for (let channel = at; channel < at + 3; channel++) {
    const distance = Math.abs((picture[channel] ?? 0) * alpha - (drawing[channel] ?? 0) * drawnAlpha) / 255;
    worst = Math.max(worst, distance);
  }
  return worst;
}
