import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A sheet as the HTML of a mail. */
export function mailDocument(lang: 'bn' | 'en', sheet: ReactElement): string {
  return [
    `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Mail programs that darken by themselves keep what is said to be light as it is.
    '<meta name="color-scheme" content="light"><title></title></head><body style="margin:0">',
    renderToStaticMarkup(sheet),
    '</body></html>',
  ].join('');
}
