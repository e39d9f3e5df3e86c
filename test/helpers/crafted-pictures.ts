import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour that unpacks to far more than it weighs. */
export function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The same PNG with a text chunk before its end. */
export function withTextChunk(png: Buffer, text: string): Buffer {
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), chunk('tEXt', Buffer.from(`Comment\0${text}`)), png.subarray(end)]);
}

/** The same PNG as an animation of one frame. */
export function animatedPng(png: Buffer): Buffer {
  const behindHeader = 33;
  const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, behindHeader), control, png.subarray(behindHeader)]);
}

/** A GIF of few bytes, each frame of which is a large square. */
export function gifBomb(side: number, frames: number): Buffer {
  const [low, high] = [side & 255, side >> 8];
  const head = [...Buffer.from('GIF89a'), low, high, low, high, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x21, 0xf9, 4, 4, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return Buffer.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
