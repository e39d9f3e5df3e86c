import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export function mailDocument(lang: 'bn' | 'en', sheet: ReactElement): string {
  return [
    `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Opts out of automatic dark mode in mail clients.
    '<meta name="color-scheme" content="light"><title></title></head><body style="margin:0">',
    renderToStaticMarkup(sheet),
    '</body></html>',
  ].join('');
}
