import path from 'node:path';
import sharp, { type OutputInfo, type WebpOptions } from 'sharp';
import type { Focus } from '#api/picture.ts';
import { serveJobs } from '#platform/jobs/process-pool.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { detectPicture } from './detect-picture.ts';
import type { PictureJob, PictureResult, PictureText } from './picture-jobs.ts';

/** A hostile file can crash only this process. One job at a time; the parent kills it after a timeout. */
sharp.cache(false);
sharp.concurrency(1);
// Texts are drawn with the fonts of the build, whatever the machine has.
process.env.FONTCONFIG_FILE = path.join(projectRoot, 'dist/server/fonts/fonts.conf');

/** Limits: pixels of an upload in all its frames, longest side of the stored picture, pixels up to which lossless is tried. */
const limits = { pixels: 40_000_000, keptSide: 2_560, losslessPixels: 262_144 };

serveJobs((job: PictureJob) =>
  workOn(job).catch(
    (error: Error): PictureResult => ({ refused: /pixel limit/i.test(error.message) ? 'pixels' : 'broken' }),
  ),
);

function workOn(job: PictureJob): Promise<PictureResult> {
  if (job.task === 'prepare') return prepare(job);
  return job.task === 'variant' ? variant(job) : draw(job);
}

/** Re-encodes an upload, which removes metadata and embedded data. */
async function prepare({ bytes, isOurs }: PictureJob & { task: 'prepare' }): Promise<PictureResult> {
  const upload = Buffer.from(bytes);
  const found = detectPicture(upload.toString('latin1', 0, 4_096));
  if (!found && !isOurs) return { refused: 'type' };
  const source = upload.subarray(found?.start);
  const { pages = 1 } = await sharp(source).metadata();
  const animated = pages > 1;
  const read = (part: Buffer, failOn: 'error' | 'warning') => {
    const scaled = sharp(part, { limitInputPixels: limits.pixels, failOn, animated })
      .autoOrient()
      .resize({ width: limits.keptSide, height: limits.keptSide, fit: 'inside', withoutEnlargement: true });
    // An animation goes frame by frame, as all of them would take too much memory.
    const drawn = animated ? scaled.webp({ quality: 90, effort: 2, mixed: true }) : scaled.raw();
    return drawn.toBuffer({ resolveWithObject: true });
  };
  const drawn = await read(source, 'error').catch(() =>
    // Some programs leave out the end marker of a JPEG. One that lacks more than that warns.
    read(Buffer.concat([source, Buffer.from([0xff, 0xd9])]), 'warning'),
  );
  const { data, info } = animated ? drawn : await smallest(drawn, isOurs);
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** Lossless WebP is smaller and sharper for icons and logos. */
async function smallest({ data, info }: { data: Buffer; info: OutputInfo }, isOurs = false) {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const encode = (options: WebpOptions) => sharp(data, { raw }).webp(options).toBuffer({ resolveWithObject: true });
  // An effort of 3 takes twice as long for 4 % of the size; sharper edges between colours would delay a first start.
  const lossyOptions: WebpOptions = { quality: 90, effort: 2, smartSubsample: !isOurs };
  if (info.width * info.height > limits.losslessPixels) return encode(lossyOptions);
  // Higher efforts take twice as long to save some percent, and visitors get scaled variants anyway.
  const [lossy, lossless] = await Promise.all([encode(lossyOptions), encode({ lossless: true, effort: 2 })]);
  return lossless.data.length < lossy.data.length ? lossless : lossy;
}

async function variant(job: PictureJob & { task: 'variant' }): Promise<PictureResult> {
  const original = sharp(Buffer.from(job.bytes), { animated: true });
  const { pages } = await original.metadata();
  const scaled = original.resize({ width: job.width, withoutEnlargement: true });
  // An AVIF of ours stands still, so that an animation is WebP under both names.
  const encoded =
    job.format === 'avif' && !pages
      ? scaled.avif({ quality: 50, effort: 4, chromaSubsampling: '4:2:0' })
      : scaled.webp({ quality: 80, effort: 4 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Uploads never get here as SVG. */
async function draw(job: PictureJob & { task: 'draw' }): Promise<PictureResult> {
  const layers = await Promise.all(
    job.layers.map(async ({ bytes, left, top, width, height, fit, focus }) => {
      const source = sharp(fit === 'cover' && focus ? await around(bytes, width / height, focus) : Buffer.from(bytes));
      const background = { r: 0, g: 0, b: 0, alpha: 0 };
      const placed = source.resize({
        width,
        height,
        fit,
        background,
        position: fit === 'contain' ? 'bottom' : 'centre',
      });
      return { input: await placed.png({ compressionLevel: 1 }).toBuffer(), left, top };
    }),
  );
  const texts = await Promise.all(job.texts.map(drawText));
  const drawn = sharp(Buffer.from(job.svg)).composite([...layers, ...texts.flat()]);
  const encoded =
    job.format === 'jpeg'
      ? drawn.flatten().jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
      : drawn.png({ compressionLevel: 9 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function drawText({ markups, left, top, width, height, align }: PictureText) {
  for (const text of markups) {
    const drawn = sharp({ text: { text, width, wrap: 'word-char', rgba: true } });
    const { data, info } = await drawn.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
    const spare = height - info.height;
    if (spare >= 0) return [{ input: data, left, top: top + (align === 'middle' ? Math.round(spare / 2) : 0) }];
  }
  return [];
}

/** The largest part with this aspect ratio, positioned as CSS `object-position` does. */
async function around(bytes: Uint8Array, shape: number, focus: Focus): Promise<Buffer> {
  const picture = sharp(Buffer.from(bytes));
  const { width, height } = await picture.metadata();
  const part = {
    width: Math.max(1, Math.min(width, Math.round(height * shape))),
    height: Math.max(1, Math.min(height, Math.round(width / shape))),
  };
  const left = Math.round((width - part.width) * focus.x);
  const top = Math.round((height - part.height) * focus.y);
  return picture
    .extract({ left, top, ...part })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
