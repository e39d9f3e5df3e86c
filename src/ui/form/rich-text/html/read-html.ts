import { type Node, DOMParser as Reader, type Schema } from '@tiptap/pm/model';
import { inertDocument } from './inert-document.ts';

/** A document from HTML; what the schema does not know is left behind. */
export function readHtml(schema: Schema, html: string): Node {
  return Reader.fromSchema(schema).parse(inertBody(html));
}

/** HTML as elements of a document that is never shown. */
export function inertBody(html: string): HTMLElement {
  return inertDocument(html).body;
}
