import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { inDigits } from './text.ts';

// The Bengali office is built with this in place of React's own: numbers among children get Bengali digits.
export const Fragment = react.Fragment;

export function jsx(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsx(type, withDigits(props), key);
}

export function jsxs(type: ElementType, props: { children?: unknown }, key?: Key) {
  return react.jsxs(type, withDigits(props), key);
}

function withDigits(props: { children?: unknown }) {
  const { children } = props;
  if (typeof children === 'number') return { ...props, children: inDigits(children) };
  return Array.isArray(children) && children.some((child) => typeof child === 'number')
    ? { ...props, children: children.map(inDigits) }
    : props;
}
