import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { inDigits } from './text.ts';

// The Bengali office is built with this in place of React's own: numbers among an element's children get Bengali digits.
export const Fragment = react.Fragment;

export function jsx(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsx(type, withDigits(type, props), key);
}

export function jsxs(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsxs(type, withDigits(type, props), key);
}

/** Components may count with their children. */
function withDigits(type: ElementType, props: { children?: unknown }) {
  const { children } = props;
  if (typeof type !== 'string' && type !== Fragment) return props;
  if (typeof children === 'number') return { ...props, children: inDigits(children) };
  return Array.isArray(children) && children.some((child) => typeof child === 'number')
    ? { ...props, children: children.map(inDigits) }
    : props;
}
