// Must run before any library: the style element that locks scrolling behind a dialog gets this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
